/** Work that nobody waits for, in this process. @module */
import { AppError } from '@assay/core/errors';
import { currentWork } from '../runtime/currentWork.ts';
import type { Background } from '../../app/ports/runtime/runtime.ts';

/** A database that restarts is back within these; the first two are over before those come again who were told so by a 503. */
const PAUSES_MS = [1_000, 3_000, 10_000, 60_000] as const;

export interface RunningBackground extends Background {
  /** Ends all pauses, and resolves when nothing runs any more. */
  settled(): Promise<void>;
}

/** @param report where the last failure of a task goes */
export function createBackground(report: (error: unknown, task: string) => void): RunningBackground {
  const running = new Set<Promise<void>>();
  const sleepers = new Set<() => void>();
  let ending = false;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      sleepers.add(wake);
    });

  const attempt = async (task: string, work: () => Promise<void>): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const pauseMs = PAUSES_MS[tries];
        const mayPass = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
        if (ending || !mayPass || pauseMs === undefined) return report(error, task);
        await pause(pauseMs);
      }
    }
  };

  return {
    run(task, work) {
      // Whoever caused it may be gone meanwhile.
      const done: Promise<void> = currentWork
        .run(undefined, () => attempt(task, work))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      ending = true;
      for (const wake of sleepers) wake();
      while (running.size > 0) await Promise.all(running);
      ending = false;
    },
  };
}
