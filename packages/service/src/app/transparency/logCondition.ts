/** What is wrong with the transparency log, as the jobs that look after it find it. @module */
import type { Condition } from '../ports/runtime/health.ts';
import { LogForked } from './logForked.ts';

export interface ReportedCondition extends Condition {
  /** @param part of the log's keeping that looked @param problem null: it found all well */
  report(part: string, problem: string | LogForked | null): void;
  /** Findings of those problems that are forks. */
  forks(): readonly string[];
}

export function createLogCondition(): ReportedCondition {
  const found = new Map<string, string | LogForked>();
  return {
    problems: () => [...found.values()].map((problem) => (problem instanceof LogForked ? problem.message : problem)),
    forks: () => [...found.values()].flatMap((problem) => (problem instanceof LogForked ? [problem.finding] : [])),
    report(part, problem) {
      if (problem === null) found.delete(part);
      else found.set(part, problem);
    },
  };
}

/**
 * Work that may find the log forked: /health shows it from then on until a run ends well, and `tell` hears of it once.
 * @param part of the log's keeping
 */
export function watched(
  condition: ReportedCondition,
  part: string,
  tell: (fork: LogForked) => void,
  work: () => Promise<void>,
): () => Promise<void> {
  let isForked = false;
  return async () => {
    try {
      await work();
      isForked = false;
      condition.report(part, null);
    } catch (cause) {
      if (cause instanceof LogForked) {
        if (!isForked) tell(cause);
        isForked = true;
        condition.report(part, cause);
      }
      throw cause;
    }
  };
}
