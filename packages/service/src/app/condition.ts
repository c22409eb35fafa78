/** What is wrong with a part of the service, as the job that looks after it last found it. @module */
import type { Condition } from './ports/runtime/health.ts';

export interface FoundCondition extends Condition {
  /** @param problem null: all is well */
  found(problem: string | null): void;
}

export function createCondition(): FoundCondition {
  let last: string | null = null;
  return {
    problems: () => (last === null ? [] : [last]),
    found(problem) {
      last = problem;
    },
  };
}
