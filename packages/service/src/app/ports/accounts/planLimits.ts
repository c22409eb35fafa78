/** What each plan allows; an operator may set other numbers. @module */
import type { Tier } from './accounts.ts';

/** Numbers from `UNBOUNDED` on mean that there is no bound. */
export interface PlanLimits {
  readonly uploadsPerMonth: number;
  readonly verificationsPerDay: number;
  readonly storageBytes: number;
  /** Assets that exist at once. */
  readonly assetsMax: number;
  /** Members and open invitations. */
  readonly usersMax: number;
}

const GIBIBYTE = 1024 ** 3;
/** "Custom" until the operator sets it: the largest number that the columns of counts hold. */
export const UNBOUNDED = 2 ** 31 - 1;

export type Plans = Readonly<Record<Tier, PlanLimits>>;

/** The table of docs/reference/limits.md#quotas. */
export const PLAN_LIMITS: Plans = {
  free: { uploadsPerMonth: 100, verificationsPerDay: 10, storageBytes: GIBIBYTE, assetsMax: 1000, usersMax: 1 },
  pro: {
    uploadsPerMonth: 10_000,
    verificationsPerDay: 1000,
    storageBytes: 100 * GIBIBYTE,
    assetsMax: 100_000,
    usersMax: 10,
  },
  enterprise: {
    uploadsPerMonth: UNBOUNDED,
    verificationsPerDay: UNBOUNDED,
    storageBytes: Number.MAX_SAFE_INTEGER,
    assetsMax: UNBOUNDED,
    usersMax: UNBOUNDED,
  },
};

/**
 * The month's allowance of verifications: 31 times the day's, so that by itself it never refuses what the day allows.
 */
export const verificationsPerMonth = (limits: Pick<PlanLimits, 'verificationsPerDay'>): number =>
  Math.min(UNBOUNDED, 31 * limits.verificationsPerDay);

export interface FreePlanSettings {
  readonly freeVerificationsPerDay: number;
  readonly freeUploadsPerMonth: number;
}

/** The plans with the operator's numbers for the free one; who may upload more in a month may also keep it. */
export function planLimitsWith({ freeVerificationsPerDay, freeUploadsPerMonth }: FreePlanSettings): Plans {
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
