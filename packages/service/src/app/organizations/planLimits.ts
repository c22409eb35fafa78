/** What a plan allows an organization: docs/spec/organizations.md#plans. @module */
import type { Tier } from '../ports/accounts/accounts.ts';
import type { OrganizationEdit, OrganizationRecord, OrganizationState } from '../ports/accounts/organizations.ts';
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
  const { maxUsers } = ORGANIZATION_LIMITS[effectivePlan];
  return { plan, effectivePlan, maxUsers, maxAssets: null, maxVerificationsPerDay: null };
}

/** What choosing a plan changes. Members stay, however many; own limits were for the plan before. */
export function planChange(state: OrganizationState, plan: Tier, mode: BillingMode): OrganizationEdit {
  if (mode === 'managed') return { plan };
  const maxUsers = Math.max(ORGANIZATION_LIMITS[plan].maxUsers, state.members.length);
  return { plan, effectivePlan: plan, maxUsers, maxAssets: null, maxVerificationsPerDay: null };
}

/** What an organization shows: its own limits, else those of its plan. */
export const shownLimits = ({ effectivePlan, maxUsers, ...own }: OrganizationRecord): OrganizationLimits => ({
  maxUsers,
  maxAssets: own.maxAssets ?? ORGANIZATION_LIMITS[effectivePlan].maxAssets,
  maxVerificationsPerDay: own.maxVerificationsPerDay ?? ORGANIZATION_LIMITS[effectivePlan].maxVerificationsPerDay,
});
