/** Work that is done again and again in the background. @module */

export interface Repeated {
  /** No new round begins; resolves when the present one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and then `pauseMs` after the end of each round; rounds never overlap. A failure is reported and does
 * not end the repetition.
 */
export function repeat(work: () => Promise<void>, pauseMs: number, report: (error: unknown) => void): Repeated {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!stopped) report(error);
    }
    if (!stopped)
      timer = setTimeout(() => {
        present = round();
      }, pauseMs);
  };
  let present = round();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await present;
    },
  };
}
