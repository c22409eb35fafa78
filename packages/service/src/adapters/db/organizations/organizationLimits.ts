/** What one organization may use at this moment: its plan, lowered by numbers of its own. @module */
import { AppError } from '@assay/core/errors';
import { eq } from 'drizzle-orm';
import type { Tier } from '../../../app/ports/accounts/accounts.ts';
import type { Queries } from '../connection/database.ts';
import type { CustomLimits } from '../../../app/ports/accounts/organizations.ts';
import { PLAN_LIMITS, type PlanLimits, verificationsPerMonth } from '../../../app/ports/accounts/planLimits.ts';
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
      custom: organizations.customLimits,
    })
    .from(organizations)
    .innerJoin(users, eq(users.id, organizations.ownerId))
    .where(eq(organizations.id, organizationId));
  if (!row) throw new AppError('ORGANIZATION_NOT_FOUND', 'The organization does not exist any more.');
  const allowed = allowedBy(planLimits[planOf(row)], row.custom);
  const own = (value: number | null): number => value ?? Number.MAX_SAFE_INTEGER;
  const verificationsPerDay = Math.min(allowed.verificationsPerDay, own(row.maxVerificationsPerDay));
  return {
    ...allowed,
    verificationsPerDay,
    verificationsPerMonth: verificationsPerMonth({ verificationsPerDay }),
    assetsMax: Math.min(allowed.assetsMax, own(row.maxAssets)),
    dailyLimitedBy: verificationsPerDay < allowed.verificationsPerDay ? 'organization' : 'plan',
  };
}

/** The plan's numbers, with those that the operator set for this organization. */
function allowedBy(plan: PlanLimits, custom: CustomLimits): PlanLimits {
  const { enterprise: unbounded } = PLAN_LIMITS;
  const number = (set: number | null | undefined, name: keyof PlanLimits): number =>
    set === undefined ? plan[name] : Math.min(set ?? unbounded[name], unbounded[name]);
  return {
    uploadsPerMonth: number(custom.uploadsPerMonth, 'uploadsPerMonth'),
    verificationsPerDay: number(custom.verificationsPerDay, 'verificationsPerDay'),
    storageBytes: number(custom.storageBytes, 'storageBytes'),
    assetsMax: number(custom.assets, 'assetsMax'),
    usersMax: number(custom.users, 'usersMax'),
  };
}
