/** The port `DeadLetters`: rows that say of themselves that they were given up, or how often they failed. @module */
import { and, eq, gte, isNotNull, ne, sql } from 'drizzle-orm';
import {
  type DeadLetter,
  type DeadLetters,
  type DeadQueue,
  FAILURES_TOLD,
} from '../../../app/ports/runtime/deadLetters.ts';
import type { Database } from '../connection/database.ts';
import { pins } from '../schema/content.ts';
import { webhookDeliveries } from '../schema/delivery.ts';
import { commitments } from '../schema/ledger.ts';

type Row = {
  readonly queue: DeadQueue;
  readonly id: string;
  readonly about: string;
  readonly reason: string | null;
  readonly attempts: number | null;
  readonly since: Date | string;
};

const commitmentFails = and(ne(commitments.confirmationStatus, 'finalized'), gte(commitments.attempts, FAILURES_TOLD));

/** One that is pinned has no next attempt, so an index leads to the others. */
const pinFails = and(isNotNull(pins.nextAttemptAt), eq(pins.status, 'failed'), gte(pins.attempts, FAILURES_TOLD));

const DEAD = sql`
  select 'uploads' as queue, id::text, 'asset of organization ' || organization_id as about,
    processing_error as reason, (processing_request->>'attempts')::integer as attempts,
    coalesce(updated_at, created_at) as since
  from assets where processing_status = 'failed'
  union all
  select 'deliveries', d.id::text, d.event || ' to an endpoint of organization ' || w.organization_id,
    coalesce(d.error, 'answered ' || d.response_status), d.attempt, d.created_at
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.status = 'failed'
  union all
  select 'mails', id::text, subject, error, attempt, coalesce(ended_at, created_at)
  from mails where status = 'failed'
  union all
  select 'imports', id::text, kind || ' of organization ' || organization_id, problem, null,
    coalesce(ended_at, created_at)
  from imports where state = 'failed'
  union all
  select 'commitments', id::text, 'commitment of asset ' || asset_id || ' of organization ' || organization_id,
    last_error, attempts, created_at
  from commitments where ${commitmentFails}
  union all
  select 'pins', id::text, case when wanted then 'pin' else 'unpin' end || ' of ' || variant || ' of asset ' || asset_id,
    last_error, attempts, coalesce(updated_at, created_at)
  from pins where ${pinFails}`;

export const createDeadLetters = (database: Database): DeadLetters => ({
  list: (limit) =>
    database.read(async (queries) => {
      const { rows } = await queries.execute<Row>(sql`
        select * from (${DEAD}) as dead order by since desc, id limit ${limit}`);
      return rows.map(
        ({ reason, attempts, since, ...row }): DeadLetter => ({
          ...row,
          reason: reason ?? '',
          attempts: attempts === null ? null : Number(attempts),
          since: new Date(since).toISOString(),
        }),
      );
    }),

  endpointOf: (deliveryId) =>
    database.read(async (queries) => {
      const [row] = await queries
        .select({ webhookId: webhookDeliveries.webhookId })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.status, 'failed')));
      return row?.webhookId ?? null;
    }),

  tryNow: (queue, id, at) =>
    database.write(async (transaction) => {
      const { rowCount } =
        queue === 'pins'
          ? await transaction
              .update(pins)
              .set({ attempts: 0, status: 'queued', nextAttemptAt: at, updatedAt: at })
              .where(and(eq(pins.id, id), pinFails))
          : await transaction
              .update(commitments)
              .set({ attempts: 0, leaseUntil: at })
              .where(and(eq(commitments.id, id), commitmentFails));
      return rowCount === 1;
    }),
});
