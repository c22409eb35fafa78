/** What only the operator does: gives an organization a plan, confirms the one that its owner chose, sets numbers of its own. @module */
import type { Tier } from '../ports/accounts/accounts.ts';
import { systemAudit } from '../audit.ts';
import type { CustomLimits } from '../ports/accounts/organizations.ts';
import type { Ports } from '../ports/ports.ts';
import { planChange } from './planLimits.ts';

export interface PlanSet {
  readonly organizationId: string;
  readonly slug: string;
  readonly plan: Tier;
  /** The plan whose limits held until now. */
  readonly before: Tier;
}

/**
 * Its limits hold at once, and never fall below what is in use. The owner of a personal organization gets the same tier.
 * @param plan null: the one that the owner chose
 * @throws {AppError} ORGANIZATION_NOT_FOUND
 */
export async function setPlan(
  deps: Pick<Ports, 'organizations' | 'clock' | 'ids'>,
  organizationId: string,
  plan: Tier | null,
): Promise<PlanSet> {
  return deps.organizations.change(organizationId, (state) => {
    const { slug, plan: chosen, effectivePlan: before } = state.organization;
    const next = plan ?? chosen;
    const result = { organizationId, slug, plan: next, before };
    if (next === before && next === chosen) return { commands: [], audit: [], events: [], result };
    const entry = systemAudit(deps, { action: 'organization.plan_set', details: { plan: next, before } });
    const fields = planChange(next, 'open');
    return { commands: [{ do: 'edit', fields, at: deps.clock.now() }], audit: [entry], events: [], result };
  });
}

export interface LimitsSet {
  readonly organizationId: string;
  readonly slug: string;
  /** All numbers that the operator has set by now. */
  readonly customLimits: CustomLimits;
}

/** A number, null for without bound, undefined for the plan's; what is not named stays. */
export type LimitsChange = { readonly [Limit in keyof CustomLimits]: number | null | undefined };

/**
 * Numbers in place of the plan's, whatever the plan is, at once; what is in use stays, also beyond them.
 * @throws {AppError} ORGANIZATION_NOT_FOUND
 */
export const setLimits = (
  deps: Pick<Ports, 'organizations' | 'clock' | 'ids'>,
  organizationId: string,
  change: LimitsChange,
): Promise<LimitsSet> =>
  deps.organizations.change(organizationId, (state) => {
    const { slug, customLimits: before } = state.organization;
    const all = Object.entries({ ...before, ...change }).filter(([, number]) => number !== undefined);
    const customLimits = Object.fromEntries(all) as CustomLimits;
    const result = { organizationId, slug, customLimits };
    if (Object.keys(change).length === 0) return { commands: [], audit: [], events: [], result };
    const details = { limits: Object.entries(customLimits).map(([name, number]) => `${name}: ${number ?? 'none'}`) };
    const audit = [systemAudit(deps, { action: 'organization.limits_set', details })];
    return { commands: [{ do: 'edit', fields: { customLimits }, at: deps.clock.now() }], audit, events: [], result };
  });
