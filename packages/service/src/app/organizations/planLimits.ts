/** What a plan allows an organization: docs/spec/organizations.md#plans. @module */
import type { Tier } from '../ports/accounts/accounts.ts';
import type { CustomLimits, OrganizationEdit, OrganizationRecord } from '../ports/accounts/organizations.ts';
import type { Ports } from '../ports/ports.ts';

type Shown = Pick<OrganizationRecord, 'maxUsers' | 'maxAssets' | 'maxVerificationsPerDay'>;

/** Null: without bound until the operator sets one. */
const PLANS: Readonly<Record<Tier, Shown>> = {
  free: { maxUsers: 1, maxAssets: 1000, maxVerificationsPerDay: 100 },
  pro: { maxUsers: 10, maxAssets: 100_000, maxVerificationsPerDay: 1000 },
  enterprise: { maxUsers: null, maxAssets: null, maxVerificationsPerDay: null },
};

export type BillingMode = Ports['limits']['billingMode'];

/** Plan of an organization that is made now; it has no limits of its own. */
export const planAtStart = (plan: Tier, mode: BillingMode) => ({
  plan,
  effectivePlan: mode === 'open' ? plan : ('free' as const),
  maxUsers: null,
  maxAssets: null,
  maxVerificationsPerDay: null,
  customLimits: {},
});

/** What choosing a plan changes. */
export const planChange = (plan: Tier, mode: BillingMode): OrganizationEdit =>
  mode === 'managed' ? { plan } : { plan, effectivePlan: plan };

const strictest = (own: number | null, allowed: number | null): number | null =>
  own === null || allowed === null ? (own ?? allowed) : Math.min(own, allowed);

/** The numbers that hold: of its own, of the operator, of its plan. Null: without bound. */
export function limitsOf(organization: Shown & Pick<OrganizationRecord, 'effectivePlan' | 'customLimits'>): Shown {
  const { customLimits, effectivePlan } = organization;
  const plan = PLANS[effectivePlan];
  const allowed = (custom: keyof CustomLimits, number: number | null): number | null => {
    const set = customLimits[custom];
    return set === undefined ? number : set;
  };
  return {
    maxUsers: strictest(organization.maxUsers, allowed('users', plan.maxUsers)),
    maxAssets: strictest(organization.maxAssets, allowed('assets', plan.maxAssets)),
    maxVerificationsPerDay: strictest(
      organization.maxVerificationsPerDay,
      allowed('verificationsPerDay', plan.maxVerificationsPerDay),
    ),
  };
}
