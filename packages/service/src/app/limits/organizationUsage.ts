/** What an organization has used, for its members. @module */
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';
import type { Usage, UsageQuery } from '../ports/accounts/quotas.ts';

export interface UsageRange {
  /** `YYYY-MM-DD`; null for the default. */
  readonly from: string | null;
  readonly to: string | null;
  readonly granularity: UsageQuery['granularity'];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Shown by default. */
const DAYS = 30;
const DAYS_BY_MONTH = 365;
/** Before it no database has days. */
const EARLIEST_MS = Date.parse('0001-01-01');

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
export async function organizationUsage(
  deps: Pick<Ports, 'memberships' | 'quotas' | 'clock'>,
  caller: Caller,
  organizationId: string,
  { from, to, granularity }: UsageRange,
): Promise<Usage> {
  authorize(await actingOrganization(deps, caller, organizationId), 'usage.see');
  const last = to ?? dayOf(deps.clock.now());
  const back = granularity === 'month' ? DAYS_BY_MONTH : DAYS;
  const first = from ?? dayOf(new Date(Math.max(EARLIEST_MS, Date.parse(last) - back * DAY_MS)));
  return deps.quotas.usage(organizationId, { from: first, to: last, granularity });
}
