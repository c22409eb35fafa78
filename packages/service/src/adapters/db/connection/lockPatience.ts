/**
 * Waiting for a lock without holding everybody up: a statement that changes a table waits for whoever uses it, and all that comes to
 * the table later waits behind that statement. So each wait is short, and between two of them the others go on.
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isLockTimeout } from './postgresErrors.ts';

export interface LockPatience {
  /** One wait, and so what others wait behind it, ms. */
  readonly lockMs: number;
  /** Until the next one, ms. */
  readonly pauseMs: number;
  /** All of it, ms. */
  readonly allMs: number;
}

/** Below the ten seconds after which a statement of a serving process gives up waiting for a lock itself (`ASSAY_DATABASE_LOCK_MS`). */
export const LOCK_PATIENCE: LockPatience = { lockMs: 3_000, pauseMs: 10_000, allMs: 5 * 60_000 };

/**
 * Runs work of a few statements again until none of them waits too long. What one that gave up had done must be gone: a
 * transaction, or a statement that stands alone.
 * @throws {Error} with a sentence for the operator when somebody holds the lock for longer than `allMs`
 */
export async function withPatience<Result>(
  client: PoolClient,
  { lockMs, pauseMs, allMs }: LockPatience,
  work: () => Promise<Result>,
): Promise<Result> {
  const startMs = performance.now();
  for (;;) {
    try {
      await client.query(`set lock_timeout = ${lockMs}`);
      return await work();
    } catch (cause) {
      if (!isLockTimeout(cause)) throw cause;
      if (performance.now() - startMs >= allMs) throw await heldTooLong(client, allMs, cause);
      await sleep(pauseMs);
    }
  }
}

/** What it asks for may hold what people wrote: it is not told. */
async function heldTooLong(client: PoolClient, allMs: number, cause: unknown): Promise<Error> {
  const { rows } = await client.query<{ pid: number; seconds: string }>(
    `select pid, round(extract(epoch from clock_timestamp() - xact_start)) as seconds from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`,
  );
  const oldest = rows[0] ? ` The oldest transaction is that of process ${rows[0].pid}, ${rows[0].seconds} s.` : '';
  const remedy = 'Wait for its end, or end it (pg_stat_activity, pg_terminate_backend), then begin again.';
  return new Error(
    `A table could not be changed: others held it for ${Math.round(allMs / 1000)} s.${oldest} ${remedy}`,
    { cause },
  );
}
