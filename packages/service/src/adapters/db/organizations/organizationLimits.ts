/** What one organization may use at this moment: its plan, lowered by numbers of its own. @module */
import { AppError } from '@assay/core/errors';
import { eq } from 'drizzle-orm';
import type { Tier } from '../../../app/ports/accounts/accounts.ts';
import type { Queries } from '../connection/database.ts';
import { type PlanLimits, verificationsPerMonth } from './planLimits.ts';
import { users } from '../schema/accounts.ts';
import { organizations } from '../schema/organizations.ts';

export interface OrganizationLimits extends PlanLimits {
  readonly verificationsPerMonth: number;
  /** What set the daily number: named in the refusal. */
  readonly dailyLimitedBy: 'plan' | 'organization';
}

/**
 * What a new organization is given. A row that has the default says nothing of its own: it follows its plan, so
 * that a plan that is raised, or an operator's setting of the free one, counts at once.
 */
const DEFAULT_VERIFICATIONS_PER_DAY = 100;
const DEFAULT_ASSETS = 1000;

const RANK = { free: 0, pro: 1, enterprise: 2 } as const satisfies Record<Tier, number>;

/** A personal organization has its owner's tier if that is higher. */
const planOf = (row: { readonly plan: Tier; readonly tier: Tier; readonly isPersonal: boolean }): Tier =>
  row.isPersonal && RANK[row.tier] > RANK[row.plan] ? row.tier : row.plan;

/** @throws {AppError} ORGANIZATION_NOT_FOUND */
export async function organizationLimits(
  queries: Queries,
  planLimits: Readonly<Record<Tier, PlanLimits>>,
  organizationId: string,
): Promise<OrganizationLimits> {
  const [row] = await queries
    .select({
      plan: organizations.effectivePlan,
      tier: users.tier,
      isPersonal: organizations.isPersonal,
      maxAssets: organizations.maxAssets,
      maxVerificationsPerDay: organizations.maxVerificationsPerDay,
    })
    .from(organizations)
    .innerJoin(users, eq(users.id, organizations.ownerId))
    .where(eq(organizations.id, organizationId));
  if (!row) throw new AppError('ORGANIZATION_NOT_FOUND', 'The organization does not exist any more.');
  const plan = planLimits[planOf(row)];
  const own = (value: number, defaultValue: number): number =>
    value === defaultValue ? Number.MAX_SAFE_INTEGER : value;
  const ownDaily = own(row.maxVerificationsPerDay, DEFAULT_VERIFICATIONS_PER_DAY);
  const verificationsPerDay = Math.min(plan.verificationsPerDay, ownDaily);
  return {
    ...plan,
    verificationsPerDay,
    verificationsPerMonth: verificationsPerMonth({ verificationsPerDay }),
    assetsMax: Math.min(plan.assetsMax, own(row.maxAssets, DEFAULT_ASSETS)),
    dailyLimitedBy: ownDaily < plan.verificationsPerDay ? 'organization' : 'plan',
  };
}
