/** What a plan allows an organization: docs/spec/organizations.md#plans. @module */
import type { Tier } from '../ports/accounts/accounts.ts';
import type { CustomLimits, OrganizationEdit, OrganizationRecord } from '../ports/accounts/organizations.ts';
import { type Plans, UNBOUNDED } from '../ports/accounts/planLimits.ts';
import type { Ports } from '../ports/ports.ts';

type Shown = Pick<OrganizationRecord, 'maxUsers' | 'maxAssets' | 'maxVerificationsPerDay'>;

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

/**
 * The numbers that hold: of its own, of the operator, of its plan. Null: without bound.
 * @param plans as this service sets them
 */
export function limitsOf(
  organization: Shown & Pick<OrganizationRecord, 'effectivePlan' | 'customLimits'>,
  plans: Plans,
): Shown {
  const { customLimits, effectivePlan } = organization;
  const plan = plans[effectivePlan];
  const allowed = (custom: keyof CustomLimits, number: number): number | null => {
    const set = customLimits[custom];
    if (set !== undefined) return set;
    return number < UNBOUNDED ? number : null;
  };
  return {
    maxUsers: strictest(organization.maxUsers, allowed('users', plan.usersMax)),
    maxAssets: strictest(organization.maxAssets, allowed('assets', plan.assetsMax)),
    maxVerificationsPerDay: strictest(
      organization.maxVerificationsPerDay,
      allowed('verificationsPerDay', plan.verificationsPerDay),
    ),
  };
}
