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
  const ownDaily = row.maxVerificationsPerDay ?? Number.MAX_SAFE_INTEGER;
  const verificationsPerDay = Math.min(plan.verificationsPerDay, ownDaily);
  return {
    ...plan,
    verificationsPerDay,
    verificationsPerMonth: verificationsPerMonth({ verificationsPerDay }),
    assetsMax: Math.min(plan.assetsMax, row.maxAssets ?? Number.MAX_SAFE_INTEGER),
    dailyLimitedBy: ownDaily < plan.verificationsPerDay ? 'organization' : 'plan',
  };
}
