/** What each plan allows; an operator may set other numbers. @module */
import type { Tier } from '../../app/ports/accounts.ts';

export interface PlanLimits {
  readonly uploadsPerMonth: number;
  readonly verificationsPerDay: number;
  readonly storageBytes: number;
}

const GIBIBYTE = 1024 ** 3;
/** "Custom" until the operator sets it: the largest number that the column holds. */
const INTEGER_MAX = 2 ** 31 - 1;

/** interface.md, "Limits"; storage from decisions.md, G68. */
export const PLAN_LIMITS: Readonly<Record<Tier, PlanLimits>> = {
  free: { uploadsPerMonth: 100, verificationsPerDay: 10, storageBytes: GIBIBYTE },
  pro: { uploadsPerMonth: 10_000, verificationsPerDay: 1000, storageBytes: 100 * GIBIBYTE },
  enterprise: { uploadsPerMonth: INTEGER_MAX, verificationsPerDay: INTEGER_MAX, storageBytes: Number.MAX_SAFE_INTEGER },
};

/** The month's allowance of verifications: 31 times the day's unless set otherwise (G67). */
export const verificationsPerMonth = (limits: PlanLimits): number =>
  Math.min(INTEGER_MAX, 31 * limits.verificationsPerDay);
