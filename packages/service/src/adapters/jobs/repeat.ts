/** Jobs: work that is done again and again in the background. @module */
import { channel } from 'node:diagnostics_channel';
import { growingPause, type PauseRule } from './growingPause.ts';

/** One run that ended, for whoever counts them. */
export interface JobRun {
  readonly job: string;
  readonly outcome: 'done' | 'failed';
  readonly seconds: number;
}

/** Every run of every job of this process, as `JobRun`. */
export const JOB_RUNS = channel('assay.job');

export interface RunningJob {
  /** No new run begins; resolves when the present one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and then some time after the end of each run; runs never overlap. A failure is reported and does
 * not end the repetition.
 * @param job names it in figures
 * @param pause ms, or a rule for work that somebody outside may fail
 */
export function repeat(
  job: string,
  work: () => Promise<void>,
  pause: number | PauseRule,
  report: (error: unknown) => void,
): RunningJob {
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const told = (outcome: JobRun['outcome'], startMs: number): void => {
    if (JOB_RUNS.hasSubscribers)
      JOB_RUNS.publish({ job, outcome, seconds: (performance.now() - startMs) / 1000 } satisfies JobRun);
  };
  const run = async (): Promise<void> => {
    const startMs = performance.now();
    try {
      await work();
      failures = 0;
      told('done', startMs);
    } catch (error) {
      failures += 1;
      told('failed', startMs);
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
