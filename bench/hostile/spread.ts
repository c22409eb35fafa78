/** What of many measured times is told. @module */

export interface Spread {
  readonly samples: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** @param timesMs at least one */
export function spreadOf(timesMs: readonly number[]): Spread {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN);
  return { samples: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}
