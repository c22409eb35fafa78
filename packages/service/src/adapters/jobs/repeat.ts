/** Jobs: work that is done again and again in the background. @module */
import { growingPause, type PauseRule } from './growingPause.ts';

export interface RunningJob {
  /** No new run begins; resolves when the present one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and then some time after the end of each run; runs never overlap. A failure is reported and does
 * not end the repetition.
 * @param pause ms, or a rule for work that somebody outside may fail
 */
export function repeat(
  work: () => Promise<void>,
  pause: number | PauseRule,
  report: (error: unknown) => void,
): RunningJob {
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    try {
      await work();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!stopped) report(error);
    }
    const pauseMs = typeof pause === 'number' ? pause : growingPause(pause, failures, Math.random());
    if (!stopped)
      timer = setTimeout(() => {
        present = run();
      }, pauseMs);
  };
  let present = run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await present;
    },
  };
}

/** Several jobs that end together. */
export const together = (jobs: readonly RunningJob[]): RunningJob => ({
  async stop() {
    await Promise.all(jobs.map((job) => job.stop()));
  },
});
