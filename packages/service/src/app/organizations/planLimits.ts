/** What a plan allows an organization: docs/spec/organizations.md#plans. @module */
import type { Tier } from '../ports/accounts/accounts.ts';
import type { OrganizationEdit, OrganizationState } from '../ports/accounts/organizations.ts';
import type { Ports } from '../ports/ports.ts';

export interface OrganizationLimits {
  readonly maxUsers: number;
  readonly maxAssets: number;
  readonly maxVerificationsPerDay: number;
}

/** "Custom" until the operator sets it: the largest number that the column holds. */
const INTEGER_MAX = 2 ** 31 - 1;

const ORGANIZATION_LIMITS: Readonly<Record<Tier, OrganizationLimits>> = {
  free: { maxUsers: 1, maxAssets: 1000, maxVerificationsPerDay: 100 },
  pro: { maxUsers: 10, maxAssets: 100_000, maxVerificationsPerDay: 1000 },
  enterprise: { maxUsers: INTEGER_MAX, maxAssets: INTEGER_MAX, maxVerificationsPerDay: INTEGER_MAX },
};

export type BillingMode = Ports['limits']['billingMode'];

/** Plan and limits of an organization that is made now. */
export function planAtStart(plan: Tier, mode: BillingMode) {
  const effectivePlan = mode === 'open' ? plan : 'free';
  return { plan, effectivePlan, ...ORGANIZATION_LIMITS[effectivePlan] };
}

/** What choosing a plan changes. A limit never falls below what is in use. */
export function planChange(state: OrganizationState, plan: Tier, mode: BillingMode): OrganizationEdit {
  if (mode === 'managed') return { plan };
  const { maxUsers, maxAssets, maxVerificationsPerDay } = ORGANIZATION_LIMITS[plan];
  return {
    plan,
    effectivePlan: plan,
    maxUsers: Math.max(maxUsers, state.members.length),
    maxAssets: Math.max(maxAssets, state.assetsCount),
    maxVerificationsPerDay,
  };
}
