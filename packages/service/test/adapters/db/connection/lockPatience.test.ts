import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withPatience } from '../../../../src/adapters/db/connection/lockPatience.ts';
import { openTestDatabase, type TestDatabase, whySkipped } from '../../../support/testDatabase.ts';

const reason = whySkipped('postgresql');
const CHANGE = 'alter table users add column if not exists patience integer';

describe.skipIf(reason !== null)(`a change of a table that others use${reason === null ? '' : `; ${reason}`}`, () => {
  let opened: TestDatabase;
  let pool: pg.Pool;
  let [holder, changer, reader]: pg.PoolClient[] = [];
  beforeAll(async () => {
    opened = await openTestDatabase('postgresql');
    pool = new pg.Pool({ connectionString: opened.url ?? '' });
  });
  beforeEach(async () => {
    [holder, changer, reader] = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    await holder!.query('begin; lock table users in access share mode');
  });
  afterEach(async () => {
    await holder!.query('rollback');
    for (const client of [holder, changer, reader]) client!.release();
  });
  afterAll(async () => {
    await pool.end();
    await opened.remove();
  });

  test('is tried again until they have ended; who comes later waits for one try at most', async () => {
    let tries = 0;
    const changing = withPatience(changer!, { lockMs: 200, pauseMs: 100, allMs: 60_000 }, () => {
      tries++;
      return changer!.query(CHANGE);
    });
    const waitsMs: number[] = [];
    while (tries < 4) {
      const startMs = performance.now();
      await reader!.query('select count(*) from users');
      waitsMs.push(performance.now() - startMs);
    }
    await holder!.query('rollback');
    await changing;
    // Far below the holder's own time, which is as long as the readers want.
    expect(Math.max(...waitsMs)).toBeLessThan(5_000);
    expect(tries).toBeGreaterThanOrEqual(4);
    await reader!.query('select patience from users');
  });

  test('that nobody ends fails with what to do, and names who holds it', async () => {
    const { rows } = await holder!.query<{ pid: number }>('select pg_backend_pid() as pid');
    const changing = withPatience(changer!, { lockMs: 50, pauseMs: 10, allMs: 100 }, () => changer!.query(CHANGE));
    await expect(changing).rejects.toThrow(
      new RegExp(`others held it for .* process ${rows[0]?.pid}, .* pg_terminate_backend`),
    );
  });

  test('that fails for another reason is not tried again', async () => {
    let tries = 0;
    const changing = withPatience(changer!, { lockMs: 50, pauseMs: 10, allMs: 1_000 }, () => {
      tries++;
      return changer!.query('alter table no_such_table add column a integer');
    });
    await expect(changing).rejects.toThrow('no_such_table');
    expect(tries).toBe(1);
  });
});
