/** What becomes of a job that nobody wants any more. @module */

/**
 * How long it may take to end by itself, ms: a thread or process that is ended loads its code anew, which takes as long as
 * most jobs, and whoever asks and leaves again and again must not keep them at that.
 */
export const UNWANTED_MS_MAX = 3_000;

/** Calls `end` a while after `wanted` is aborted. Returns what is to be called when the job is over. */
export function endUnwanted(wanted: AbortSignal | undefined, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const endSoon = (): void => {
    timer = setTimeout(end, UNWANTED_MS_MAX);
  };
  wanted?.addEventListener('abort', endSoon, { once: true });
  return () => {
    clearTimeout(timer);
    wanted?.removeEventListener('abort', endSoon);
  };
}
