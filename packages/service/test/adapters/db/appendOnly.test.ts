import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditDraft } from '../../support/auditDraft.ts';
import { registerAccount, testRepositories } from '../../support/fixtures.ts';
import { openLog } from '../../support/openLog.ts';
import { testMail } from '../../support/testMail.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

/** What a trigger raises reaches callers by its code and place alone: its words might hold values of the row. */
const REFUSAL = { cause: { code: '23001', message: expect.stringMatching(/exec_stmt_raise/) as string } };

/** Statements as a program with the service's own rights could send them. */
const REFUSED = [
  `update audit_log set action = 'nothing.happened'`,
  `update audit_log set sequence = sequence + 1000`,
  'delete from audit_log',
  'truncate audit_log',
  `update audit_heads set hash = repeat('0', 64)`,
  'delete from audit_heads',
  'truncate audit_heads',
  `update transparency_leaves set entry = 'other'`,
  'update transparency_leaves set leaf_index = null where leaf_index is not null',
  'update transparency_leaves set leaf_index = leaf_index + 1000 where leaf_index is not null',
  `update transparency_leaves set entry = 'other', leaf_index = 1000 where leaf_index is null`,
  'delete from transparency_leaves',
  'truncate transparency_leaves',
  `update transparency_tiles set hashes = decode(repeat('00', 32), 'hex')`,
  `update transparency_tiles set hashes = substr(hashes, 1, length(hashes) - 32)`,
  'delete from transparency_tiles',
  'truncate transparency_tiles',
  `update transparency_checkpoints set note = 'other'`,
  'delete from transparency_checkpoints',
  'truncate transparency_checkpoints cascade',
  `update transparency_log set origin = 'log.example/other'`,
  'update transparency_log set tree_size = tree_size - 1',
  'delete from transparency_log',
  'truncate transparency_log cascade',
  `update transparency_cosignatures set line = 'other'`,
  'delete from transparency_cosignatures',
  'truncate transparency_cosignatures',
  `update transparency_anchors set status = 'pending'`,
  'delete from transparency_anchors',
  'truncate transparency_anchors',
  `update transparency_timestamps set authority = 'other'`,
  'delete from transparency_timestamps',
  'truncate transparency_timestamps',
];

describeOnEachEngine('append-only tables', (database) => {
  let folder: string;
  const run = (statement: string) => database().write((transaction) => transaction.execute(sql.raw(statement)));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-append-'));
    const repositories = testRepositories(database());
    const { organizationId } = await registerAccount(repositories);
    await repositories.organizations.change(organizationId, () => ({
      commands: [],
      audit: [auditDraft('one'), auditDraft('two')],
      events: [],
      result: undefined,
    }));
    const log = openLog(database(), folder);
    await log.append('placed');
    await log.publish();
    await log.append('waiting');
    await run(`insert into audit_heads values (gen_random_uuid(), gen_random_uuid(), 1, 'h', 's', false, now())`);
    await run(`insert into transparency_timestamps values (1, 1, 'authority', 'response', now(), now())`);
    await run(`insert into transparency_cosignatures values (1, 1, 'witness', 'line', now())`);
    await run(`insert into transparency_anchors
      (log_id, tree_size, ledger_id, network, is_embedded_ledger, tx_hash, tx_bytes, last_valid_block_height, signed_slot, status)
      values (1, 1, 'ledger', 'devnet', true, 'tx', 'bytes', 1, 1, 'finalized')`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(REFUSED)('refused: %s', async (statement) => {
    await expect(run(statement)).rejects.toMatchObject(REFUSAL);
  });

  test('what they are for still works: a leaf gets its place, a tile and the log grow', async () => {
    const log = openLog(database(), folder);
    expect(await log.publish()).toBe(true);
    expect((await log.transparencyLog.latest())?.size).toBe(2);
  });

  test('an organization is deleted by its owner, and only with its last head', async () => {
    const repositories = testRepositories(database());
    const { organizationId } = await registerAccount(repositories);
    const change = (commands: readonly [] | readonly [{ do: 'remove' }]) =>
      repositories.organizations.change(organizationId, () => ({
        commands,
        audit: [auditDraft('made')],
        events: [],
        result: undefined,
      }));
    await change([]);
    await expect(run(`delete from organizations where id = '${organizationId}'`)).rejects.toMatchObject(REFUSAL);
    await change([{ do: 'remove' }]);
    const { rows } = await database().read((queries) =>
      queries.execute(sql`select sequence::int, is_last from audit_heads where organization_id = ${organizationId}`),
    );
    expect(rows).toEqual([{ sequence: 1, is_last: true }]);
  });

  test('an account is deleted with its own organization, whose last head stays', async () => {
    const repositories = testRepositories(database());
    const { organizationId, user } = await registerAccount(repositories);
    const audit = [auditDraft('made')];
    await repositories.organizations.change(organizationId, () => ({
      commands: [],
      audit,
      events: [],
      result: undefined,
    }));
    expect(
      await repositories.accountData.remove(user.id, () => auditDraft('farewell'), testMail('ada@example.org')),
    ).toMatchObject({
      state: 'removed',
    });
    const { rows } = await database().read((queries) =>
      queries.execute(sql`select is_last from audit_heads where organization_id = ${organizationId}`),
    );
    expect(rows).toEqual([{ is_last: true }]);
  });
});
