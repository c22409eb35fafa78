/** Shares and rates with their 95 % confidence intervals. @module */

/** 97.5 % point of the standard normal distribution. */
const Z = 1.959_964;

export interface Share {
  readonly count: number;
  readonly of: number;
  readonly share: number;
  /** Wilson 1927: the interval that stays honest near 0 and 1. */
  readonly low: number;
  readonly high: number;
}

export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, share: Number.NaN, low: 0, high: 1 };
  const share = count / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return { count, of, share, low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

export interface Mean {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The mean of many values, with the interval of the normal approximation. */
export function meanOf(values: readonly number[]): Mean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const half = Z * Math.sqrt(variance / values.length);
  return { mean, low: mean - half, high: mean + half };
}
