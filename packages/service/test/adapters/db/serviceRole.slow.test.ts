import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/adapters/db/connection/open.ts';
import { migrateTables } from '../../../src/compose/jobs/migrateJob.ts';
import { startService } from '../../../src/compose/startService.ts';
import { readConfig } from '../../../src/config/config.ts';
import { auditDraft } from '../../support/auditDraft.ts';
import { registerAccount, testRepositories } from '../../support/fixtures.ts';
import { openLog } from '../../support/openLog.ts';
import { forgetLog } from '../../support/tamper.ts';
import { createEmptyDatabase, whySkipped } from '../../support/testDatabase.ts';

const reason = whySkipped('postgresql');
const SCRIPT = new URL('../../../serviceRole.sql', import.meta.url);
const OPEN_TIMEOUT_MS = 180_000;

/** What only the owner may, and what not even a row's own trigger has to refuse. */
const REFUSED = [
  'alter table transparency_checkpoints disable trigger append_only_delete',
  'alter table audit_log disable trigger all',
  'drop trigger append_only_update on transparency_tiles',
  'drop table transparency_cosignatures',
  'drop function assay_refuse_change() cascade',
  'alter table transparency_leaves add column other integer',
  'create table other (n integer)',
  'truncate audit_log',
  'delete from audit_log',
  `update audit_heads set hash = ''`,
  `update transparency_checkpoints set note = 'other'`,
  'delete from transparency_timestamps',
  `update transparency_log set origin = 'log.example/other'`,
  `update transparency_leaves set entry = 'other'`,
  'update transparency_anchors set tree_size = 0',
  'update transparency_cosignatures set witness = witness',
  "set session_replication_role = 'replica'",
  'update drizzle.__drizzle_migrations set created_at = 0',
];

describe.skipIf(reason !== null)(`a role that owns no table${reason ? ` (${reason})` : ''}`, () => {
  const role = `assay_role_${randomUUID().replaceAll('-', '')}`;
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let url: string;
  let database: OpenDatabase;
  let folder: string;

  const asOwner = async <T>(work: (owner: Client) => Promise<T>): Promise<T> => {
    const owner = new Client({ connectionString: empty.url });
    await owner.connect();
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  };
  /** As psql would read it. */
  const grant = async (to: string): Promise<void> => {
    const script = await readFile(SCRIPT, 'utf8');
    await asOwner((owner) => owner.query(script.replaceAll(`:'role'`, `'${to}'`).replaceAll(':"role"', `"${to}"`)));
  };
  const run = (statement: string) => database.write((transaction) => transaction.execute(sql.raw(statement)));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-role-'));
    empty = await createEmptyDatabase();
    const password = randomUUID();
    await asOwner((owner) => owner.query(`create role ${role} login password '${password}'`));
    const address = new URL(empty.url);
    [address.username, address.password] = [role, password];
    url = address.href;
  }, OPEN_TIMEOUT_MS);
  afterAll(async () => {
    await database?.close();
    await asOwner(async (owner) => {
      await owner.query(`drop owned by ${role}`);
      await owner.query(`drop role ${role}`);
    });
    await empty.remove();
    await rm(folder, { recursive: true, force: true });
  }, OPEN_TIMEOUT_MS);

  test('before the owner made the tables a start says what to do', async () => {
    await expect(openDatabase({ url })).rejects.toThrow(/may not change them\. Run `assay migrate`/);
  });

  test(
    'the service starts under it once the owner made the tables and ran the script, also twice',
    async () => {
      await migrateTables(readConfig({ DATABASE_URL: empty.url }));
      await grant(role);
      await grant(role);
      const environment = { DATABASE_URL: url, ASSAY_DATA_DIR: folder, PORT: '0', ASSAY_WORKERS: '1' };
      const service = await startService(readConfig(environment), { logger: pino({ level: 'silent' }) });
      try {
        expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
        expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ checks: { database: 'healthy' } });
        await vi.waitFor(
          async () => expect((await fetch(`${service.url}/tlog/checkpoint`)).status).toBe(200),
          OPEN_TIMEOUT_MS,
        );
      } finally {
        await service.close();
      }
      // Its key is sealed by the secrets of that service.
      const owned = await openDatabase({ url: empty.url });
      await forgetLog(owned);
      await owned.close();
      database = await openDatabase({ url });
    },
    OPEN_TIMEOUT_MS,
  );

  test('accounts, audit logs and the transparency log are kept under it, and an organization can be deleted', async () => {
    const repositories = testRepositories(database);
    const { organizationId } = await registerAccount(repositories);
    const change = (commands: readonly [] | readonly [{ do: 'remove' }]) =>
      repositories.organizations.change(organizationId, () => ({
        commands,
        audit: [auditDraft('made')],
        events: [],
        result: undefined,
      }));
    await change([]);
    const log = openLog(database, path.join(folder, 'log'), null);
    await log.append('one');
    expect(await log.publish()).toBe(true);
    await log.append('two');
    expect(await log.publish()).toBe(true);
    await change([{ do: 'remove' }]);
    const { rows } = await database.read((queries) => queries.execute(sql`select 1 from audit_log`));
    expect(rows).toEqual([]);
  });

  test.each(REFUSED)('may not: %s', async (statement) => {
    await expect(run(statement)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/permission denied|must be owner/) },
    });
  });

  test('the script refuses a superuser and an owner of the tables', async () => {
    const { rows } = await asOwner((owner) => owner.query<{ name: string }>('select current_user as name'));
    await expect(grant(rows[0]?.name ?? '')).rejects.toThrow('is a superuser');
    await asOwner((owner) => owner.query(`alter table audit_log owner to ${role}`));
    await expect(grant(role)).rejects.toThrow('owns tables');
  });
});
