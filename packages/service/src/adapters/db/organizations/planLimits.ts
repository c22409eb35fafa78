/** What each plan allows; an operator may set other numbers. @module */
import type { Tier } from '../../../app/ports/accounts/accounts.ts';

export interface PlanLimits {
  readonly uploadsPerMonth: number;
  readonly verificationsPerDay: number;
  readonly storageBytes: number;
  /** Assets that exist at once. */
  readonly assetsMax: number;
}

const GIBIBYTE = 1024 ** 3;
/** "Custom" until the operator sets it: the largest number that the column holds. */
const INTEGER_MAX = 2 ** 31 - 1;

/** The table of docs/reference/limits.md#quotas. */
export const PLAN_LIMITS: Readonly<Record<Tier, PlanLimits>> = {
  free: { uploadsPerMonth: 100, verificationsPerDay: 10, storageBytes: GIBIBYTE, assetsMax: 1000 },
  pro: { uploadsPerMonth: 10_000, verificationsPerDay: 1000, storageBytes: 100 * GIBIBYTE, assetsMax: 100_000 },
  enterprise: {
    uploadsPerMonth: INTEGER_MAX,
    verificationsPerDay: INTEGER_MAX,
    storageBytes: Number.MAX_SAFE_INTEGER,
    assetsMax: INTEGER_MAX,
  },
};

/**
 * The month's allowance of verifications: 31 times the day's, so that by itself it never refuses what the day allows.
 */
export const verificationsPerMonth = (limits: Pick<PlanLimits, 'verificationsPerDay'>): number =>
  Math.min(INTEGER_MAX, 31 * limits.verificationsPerDay);

export interface FreePlanSettings {
  readonly freeVerificationsPerDay: number;
  readonly freeUploadsPerMonth: number;
}

/** The plans with the operator's numbers for the free one; who may upload more in a month may also keep it. */
export function planLimitsWith({ freeVerificationsPerDay, freeUploadsPerMonth }: FreePlanSettings): typeof PLAN_LIMITS {
  const { free } = PLAN_LIMITS;
  return {
    ...PLAN_LIMITS,
    free: {
      ...free,
      verificationsPerDay: freeVerificationsPerDay,
      uploadsPerMonth: freeUploadsPerMonth,
      assetsMax: Math.max(free.assetsMax, freeUploadsPerMonth),
    },
  };
}
