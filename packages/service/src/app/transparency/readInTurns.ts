/**
 * Readers of the log in a line of their own. Anyone may mirror it with as many connections as they like, and the embedded
 * database answers one question after the other: without this line each step of somebody's sign-in would wait behind all of theirs.
 * @module
 */
import type { TransparencyLog } from '../ports/ledger/transparencyLog.ts';

type Read = (...given: unknown[]) => Promise<unknown>;

/** The same log; at most `atOnce` of its reads are under way, the others begin in the order in which they were asked for. */
export function readInTurns(log: TransparencyLog, atOnce: number): TransparencyLog {
  const inTurn = turns(atOnce);
  const reads = Object.entries(log as unknown as Record<string, Read>).map(
    ([name, read]) => [name, (...given: unknown[]) => inTurn(() => read.apply(log, given))] as const,
  );
  return Object.fromEntries(reads) as unknown as TransparencyLog;
}

function turns(atOnce: number): (work: () => Promise<unknown>) => Promise<unknown> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next one; it is free only when nobody waits.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
