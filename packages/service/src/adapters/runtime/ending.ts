/** When a process was asked to end, and what has come since: docs/spec/operation.md#end. @module */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ending {
  /** Told once, by whoever ends the process. */
  begin(): void;
  /** Since then; 0 before, ms. */
  sinceMs(): number;
  /** Nothing begins by itself any more, and balancers are told to send requests elsewhere. */
  isEnding(): boolean;
  /** They have noticed by now: what still comes is refused. */
  refuses(): boolean;
  /** Resolves when it refuses; at once where nobody told it to end, as when a start fails. */
  untilRefusing(): Promise<void>;
}

/** @param delayMs from the one to the other */
export function createEnding(delayMs: number, nowMs: () => number = () => performance.now()): Ending {
  let begunMs: number | null = null;
  const sinceMs = (): number => (begunMs === null ? 0 : nowMs() - begunMs);
  return {
    begin: () => void (begunMs ??= nowMs()),
    sinceMs,
    isEnding: () => begunMs !== null,
    refuses: () => begunMs !== null && sinceMs() >= delayMs,
    async untilRefusing() {
      while (begunMs !== null && sinceMs() < delayMs) await sleep(delayMs - sinceMs());
    },
  };
}
