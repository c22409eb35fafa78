/** The port `DeadLetters`: rows that say of themselves that they were given up. @module */
import { and, eq, sql } from 'drizzle-orm';
import type { DeadLetter, DeadLetters, DeadQueue } from '../../../app/ports/runtime/deadLetters.ts';
import type { Database } from '../connection/database.ts';
import { webhookDeliveries } from '../schema/delivery.ts';

type Row = {
  readonly queue: DeadQueue;
  readonly id: string;
  readonly about: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly since: Date | string;
};

export const createDeadLetters = (database: Database): DeadLetters => ({
  list: (limit) =>
    database.read(async (queries) => {
      const { rows } = await queries.execute<Row>(sql`
        select * from (
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
        ) as dead order by since desc, id limit ${limit}`);
      return rows.map(
        ({ reason, attempts, since, ...row }): DeadLetter => ({
          ...row,
          reason: reason ?? '',
          attempts: Number(attempts),
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
});
