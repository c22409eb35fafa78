/** Jobs: work that is done again and again in the background. @module */

export interface RunningJob {
  /** No new run begins; resolves when the present one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and then `pauseMs` after the end of each run; runs never overlap. A failure is reported and does
 * not end the repetition.
 */
export function repeat(work: () => Promise<void>, pauseMs: number, report: (error: unknown) => void): RunningJob {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!stopped) report(error);
    }
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
