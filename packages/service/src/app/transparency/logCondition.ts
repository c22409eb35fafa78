/** What is wrong with the transparency log, as the jobs that look after it find it. @module */
import type { LogCondition } from '../ports/runtime/health.ts';

export interface ReportedCondition extends LogCondition {
  /** @param part of the log's keeping that looked @param problem null: it found all well */
  report(part: string, problem: string | null): void;
}

export function createLogCondition(): ReportedCondition {
  const found = new Map<string, string>();
  return {
    problems: () => [...found.values()],
    report(part, problem) {
      if (problem === null) found.delete(part);
      else found.set(part, problem);
    },
  };
}
