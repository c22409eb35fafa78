/**
 * An open loop: requests are sent when their time has come, whatever became of those before, as people do who do not know of each
 * other; each is timed from when it was due, so that a service that stands still cannot hide it (coordinated omission).
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seededRandom } from '../verdict/random.ts';

export interface Answered {
  /** Seconds since the loop began: when it was due. */
  readonly atS: number;
  /** Of the answer; 0: there was none. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
  readonly latencyS: number;
}

export type Ask = () => Promise<{ readonly status: number; readonly hasRetryAfter: boolean }>;

export interface LoopOptions {
  /** Requests a second; the pauses between them are those of a Poisson process. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Pause until the next arrival, s: exponential with mean 1 / rate. */
const pauseS = (random: Random, perSecond: number): number => -Math.log(1 - random.uniform()) / perSecond;

/** Resolves when all have been answered. */
export async function openLoop(ask: Ask, { perSecond, seconds, seed }: LoopOptions): Promise<Answered[]> {
  const random = seededRandom(seed);
  const answered: Answered[] = [];
  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  for (let atS = pauseS(random, perSecond); atS < seconds; atS += pauseS(random, perSecond)) {
    const dueMs = startMs + atS * 1000;
    await sleep(Math.max(0, dueMs - performance.now()));
    underWay.push(
      ask()
        .catch(() => ({ status: 0, hasRetryAfter: false }))
        .then((answer) => {
          answered.push({ atS, ...answer, latencyS: (performance.now() - dueMs) / 1000 });
        }),
    );
  }
  await Promise.all(underWay);
  return answered.sort((one, other) => one.atS - other.atS);
}

export interface LoopSummary {
  readonly asked: number;
  readonly askedPerSecond: number;
  readonly served: number;
  /** 503 with `Retry-After`: told to come again. */
  readonly putOff: number;
  /** Everything else: none is wanted. */
  readonly failed: number;
  readonly p50S: number;
  readonly p95S: number;
  readonly maxS: number;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** @param sorted ascending; NaN of none */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/** Latencies are those of what was served. */
export function summaryOf(answered: readonly Answered[], seconds: number): LoopSummary {
  const served = answered.filter(({ status }) => status >= 200 && status < 300);
  const putOff = answered.filter(({ status, hasRetryAfter }) => (status === 503 || status === 429) && hasRetryAfter);
  const latencies = served.map(({ latencyS }) => latencyS).sort((a, b) => a - b);
  return {
    asked: answered.length,
    askedPerSecond: round(answered.length / seconds),
    served: served.length,
    putOff: putOff.length,
    failed: answered.length - served.length - putOff.length,
    p50S: round(quantile(latencies, 0.5)),
    p95S: round(quantile(latencies, 0.95)),
    maxS: round(latencies.at(-1) ?? Number.NaN),
  };
}
