/** Tells an organization that a quota is nearly or wholly used: each once in its period. @module */
import { and, eq } from 'drizzle-orm';
import type { EventData } from '../../../app/ports/delivery/events.ts';
import type { Clock, Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Queries } from '../connection/database.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { quotaNotices } from '../schema/quotas.ts';

/** Early enough to act upon, late enough to matter. */
const WARNING_SHARE = 0.8;

export interface QuotaState {
  readonly organizationId: string;
  readonly quota: QuotaName;
  /** First day of the month, or the day. */
  readonly period: string;
  readonly limit: number;
  readonly used: number;
  readonly resetsAt: Date | null;
}

export type QuotaName =
  | 'uploads_per_month'
  | 'verifications_per_day'
  | 'verifications_per_month'
  | 'storage_bytes'
  | 'max_assets';

/** In the transaction that counts, so that what is rolled back is not told. */
export async function recordQuotaNotices(
  transaction: Queries,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  states: readonly QuotaState[],
): Promise<void> {
  for (const state of states) {
    if (state.used >= WARNING_SHARE * state.limit) await tell(transaction, ids, clock, state, 'quota.warning');
    if (state.used >= state.limit) await tell(transaction, ids, clock, state, 'quota.exceeded');
  }
}

async function tell(
  transaction: Queries,
  ids: Ids,
  clock: Clock,
  { organizationId, quota, period, limit, used, resetsAt }: QuotaState,
  event: 'quota.warning' | 'quota.exceeded',
): Promise<void> {
  const place = { organizationId, quota, period, event };
  const [known] = await transaction
    .select({ event: quotaNotices.event })
    .from(quotaNotices)
    .where(
      and(
        eq(quotaNotices.organizationId, organizationId),
        eq(quotaNotices.quota, quota),
        eq(quotaNotices.period, period),
        eq(quotaNotices.event, event),
      ),
    );
  if (known) return;
  const first = await transaction.insert(quotaNotices).values(place).onConflictDoNothing().returning();
  if (first.length === 0) return;
  const data: EventData['quota.warning'] = {
    organization_id: organizationId,
    quota,
    limit,
    used,
    resets_at: resetsAt?.toISOString() ?? null,
  };
  await insertEvents(transaction, [{ id: ids.uuid(), organizationId, event, timestamp: clock.now(), data }]);
}
