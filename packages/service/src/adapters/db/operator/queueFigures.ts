/**
 * What waits in the queues and what was given up, for figures that are asked for every few seconds: each line is read from an index
 * that holds little else, so it costs the same beside ten million rows that are done.
 * @module
 */
import type { ErrorCode } from '@assay/core/errors';
import { sql } from 'drizzle-orm';
import { FAILURES_TOLD } from '../../../app/ports/runtime/deadLetters.ts';
import type { Database } from '../connection/database.ts';

export interface QueueFigure {
  readonly queue: 'uploads' | 'deliveries' | 'mails' | 'events' | 'imports' | 'commitments' | 'pins' | 'verifications';
  readonly waiting: number;
  /** Of the one that has been due for longest, s; 0 if none is. */
  readonly oldestSeconds: number;
  /** Given up and not yet forgotten, or failing again and again. */
  readonly dead: number;
}

/** @param which of the rows count; default all */
const age = (since: string, which = 'true'): string =>
  `coalesce(extract(epoch from clock_timestamp() - min(${since}) filter (where ${which})), 0)`;

/** Due since its next attempt, or since the lease of a process that died. */
const sent = (queue: string, table: string): string => `
  select '${queue}' as queue,
    (select count(*) from ${table} where status in ('pending', 'delivering')) as waiting,
    (select ${age('next_attempt_at')} from ${table} where status = 'pending' and next_attempt_at <= clock_timestamp()) as oldest,
    (select count(*) from ${table} where status = 'failed') as dead`;

const OUR_FAULT = [
  'PROCESSING_FAILED',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_ERROR',
] as const satisfies readonly ErrorCode[];

const QUEUES = [
  `select 'uploads' as queue, count(*) as waiting, ${age('coalesce(lease_until, created_at)')} as oldest,
    (select count(*) from assets where processing_status = 'failed') as dead
    from assets where processing_status in ('pending', 'processing')`,
  sent('deliveries', 'webhook_deliveries'),
  sent('mails', 'mails'),
  `select 'events', count(*), ${age('created_at')}, 0 from outbox where dispatched_at is null`,
  // One that runs takes as long as it has files: it is not due, and its files are uploads.
  `select 'imports', count(*), ${age('created_at', "state = 'waiting'")},
    (select count(*) from imports where state = 'failed')
    from imports where state in ('waiting', 'running')`,
  `select 'commitments', count(*), ${age('created_at')}, count(*) filter (where attempts >= ${FAILURES_TOLD})
    from commitments where confirmation_status in ('pending', 'confirmed')`,
  // One that is pinned has no next attempt, and is not in what the index is read for.
  `select 'pins', count(*), ${age('next_attempt_at', 'next_attempt_at <= clock_timestamp()')},
    count(*) filter (where status = 'failed' and attempts >= ${FAILURES_TOLD})
    from pins where next_attempt_at is not null`,
  // What was refused for the picture's sake is an answer, not a dead letter.
  `select 'verifications', count(*), ${age('coalesce(lease_until, created_at)')},
    (select count(*) from deferred_verifications
      where failure->>'code' in (${OUR_FAULT.map((code) => `'${code}'`).join(', ')}))
    from deferred_verifications where failure is null`,
].join(' union all ');

type Row = { readonly queue: QueueFigure['queue'] } & Readonly<Record<'waiting' | 'oldest' | 'dead', string>>;

export const readQueueFigures = (database: Database): Promise<readonly QueueFigure[]> =>
  database.read(async (queries) => {
    const { rows } = await queries.execute<Row>(sql.raw(QUEUES));
    return rows.map(({ queue, waiting, oldest, dead }) => ({
      queue,
      waiting: Number(waiting),
      oldestSeconds: Math.max(0, Number(oldest)),
      dead: Number(dead),
    }));
  });
