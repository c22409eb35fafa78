/** What only the operator does: gives an organization a plan, or confirms the one that its owner chose. @module */
import type { Tier } from '../ports/accounts/accounts.ts';
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
    const entry = {
      id: deps.ids.uuid(),
      actorId: null,
      actorKind: 'system' as const,
      action: 'organization.plan_set',
      targetKind: null,
      targetId: null,
      details: { plan: next, before },
      requesterIp: null,
      requestId: null,
      createdAt: deps.clock.now(),
    };
    const fields = planChange(state, next, 'open');
    return { commands: [{ do: 'edit', fields, at: deps.clock.now() }], audit: [entry], events: [], result };
  });
}
