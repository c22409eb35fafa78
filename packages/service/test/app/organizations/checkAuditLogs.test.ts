import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditHash, type ChainedAuditRecord } from '@assay/core/provenance/auditChain';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuditHeads, createStoredAuditLogs } from '../../../src/adapters/db/organizations/auditHeads.ts';
import type { Repositories } from '../../../src/adapters/db/repositories.ts';
import { checkAuditLogs } from '../../../src/app/organizations/checkAuditLogs.ts';
import { signAuditHeads } from '../../../src/app/organizations/signAuditHeads.ts';
import { inspectLog } from '../../../src/app/transparency/inspectLog.ts';
import { auditDraft } from '../../support/auditDraft.ts';
import { registerAccount, testRepositories } from '../../support/fixtures.ts';
import { type OpenLog, openLog } from '../../support/openLog.ts';
import { forgetLog, tamperWith } from '../../support/tamper.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

const HOUR_MS = 3_600_000;
const RULE = { waitMs: HOUR_MS, entries: 5 };

describeOnEachEngine('audit logs against their signed heads', (database) => {
  let folder: string;
  let log: OpenLog;
  let repositories: Repositories;
  let organizationId: string;
  beforeEach(async () => {
    await forgetLog(database());
    await tamperWith(database(), 'delete from audit_heads', 'delete from audit_log', 'delete from organizations');
    folder = await mkdtemp(path.join(tmpdir(), 'assay-audit-'));
    log = openLog(database(), folder);
    repositories = testRepositories(database());
    ({ organizationId } = await registerAccount(repositories));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = (...actions: string[]) =>
    repositories.organizations.change(organizationId, () => ({
      commands: [],
      audit: actions.map((action) => auditDraft(action, log.clock.now())),
      events: [],
      result: undefined,
    }));
  const heads = () => createAuditHeads(database(), { ids: { uuid: () => crypto.randomUUID() }, clock: log.clock });
  const sign = () => signAuditHeads({ auditHeads: heads(), clock: log.clock }, RULE);
  const check = async (only: string | null = organizationId) => {
    const auditLogs = createStoredAuditLogs(database());
    return checkAuditLogs({ auditLogs, inspectLog: (see) => inspectLog(log.deps, see) }, only);
  };
  const findings = async () => {
    const { logFinding, strayFindings, logs } = await check();
    return [...(logFinding === null ? [] : [logFinding]), ...strayFindings, ...logs.flatMap((one) => one.findings)];
  };
  const entries = async (): Promise<readonly ChainedAuditRecord[]> =>
    createStoredAuditLogs(database()).records(organizationId);
  /** Six entries, whose fifth and sixth have a head in the log. */
  const signedSix = async () => {
    await write('1', '2', '3', '4', '5');
    expect(await sign()).toBe(1);
    await write('6');
    log.clock.advance(HOUR_MS);
    expect(await sign()).toBe(1);
    await log.publish();
    expect(await findings()).toEqual([]);
  };
  /** As whoever may write the table: with hashes that fit again. */
  const storeAnew = async (kept: readonly ChainedAuditRecord[]) => {
    await tamperWith(database(), 'delete from audit_log');
    let prev_hash: string | null = null;
    for (const [index, record] of kept.entries()) {
      const moved: ChainedAuditRecord = { ...record, sequence: index + 1, prev_hash };
      const hash: string = auditHash(moved, prev_hash);
      await database().write((transaction) =>
        transaction.execute(sql`insert into audit_log (id, organization_id, sequence, actor_kind, action, details,
          requester_ip, prev_hash, hash, created_at) values (${moved.id}, ${organizationId}, ${moved.sequence},
          ${moved.actor_kind}, ${moved.action}, ${JSON.stringify(moved.details)}, ${moved.requester_ip}, ${prev_hash},
          ${hash}, ${moved.created_at})`),
      );
      prev_hash = hash;
    }
  };

  describe('when a head is due', () => {
    test('after so many entries, or so long after the first that has none; never twice', async () => {
      await write('1', '2', '3', '4');
      expect(await sign()).toBe(0);
      await write('5');
      expect(await sign()).toBe(1);
      expect(await sign()).toBe(0);
      await write('6');
      log.clock.advance(HOUR_MS - 1);
      expect(await sign()).toBe(0);
      log.clock.advance(1);
      expect(await sign()).toBe(1);
      log.clock.advance(10 * HOUR_MS);
      expect(await sign()).toBe(0);
      expect((await createStoredAuditLogs(database()).heads()).map(({ sequence }) => sequence)).toEqual([5, 6]);
    });

    test('two processes at once hand over one head', async () => {
      await write('1', '2', '3', '4', '5');
      const added = await Promise.all([sign(), sign()]);
      expect(added.reduce((sum, one) => sum + one)).toBe(1);
    });

    test('what anyone can read of it names nobody, and no two heads can be told to be of one log', async () => {
      await write('1', '2', '3', '4', '5');
      await sign();
      await log.publish();
      const [leaf] = await log.deps.tree.leaves(0, 1);
      const text = Buffer.from(leaf?.entry ?? []).toString();
      expect(text).toMatch(/^\{"audit_head":"[0-9a-f]{64}","v":1\}$/);
      for (const record of await entries()) expect(text).not.toContain(record.hash);
      expect(text).not.toContain(organizationId);
    });
  });

  describe('what is found', () => {
    beforeEach(signedSix);

    test('a changed entry', async () => {
      await tamperWith(database(), `update audit_log set action = 'nothing' where sequence = 2`);
      expect(await findings()).toEqual(['Entry 2 is not what its hash was made of.']);
    });

    test('a removed entry', async () => {
      await tamperWith(database(), 'delete from audit_log where sequence = 3');
      expect(await findings()).toEqual(['Entry 3 is missing.']);
    });

    test('a tail that was cut off', async () => {
      await tamperWith(database(), 'delete from audit_log where sequence > 5');
      expect(await findings()).toEqual([
        'The transparency log holds the hash of entry 6, and the log ends with entry 5.',
      ]);
      await tamperWith(database(), 'delete from audit_log');
      expect(await findings()).toHaveLength(2);
    });

    test('entries in another order', async () => {
      await tamperWith(
        database(),
        'update audit_log set sequence = 100 where sequence = 2',
        'update audit_log set sequence = 2 where sequence = 3',
        'update audit_log set sequence = 3 where sequence = 100',
      );
      expect(await findings()).toEqual(
        expect.arrayContaining([
          'In the place of entry 2 stands what was entry 3.',
          'In the place of entry 3 stands what was entry 2.',
        ]),
      );
    });

    test.each([
      ['changed', (all: readonly ChainedAuditRecord[]) => all.with(1, { ...all[1]!, action: 'nothing' })],
      ['without one', (all: readonly ChainedAuditRecord[]) => [...all.toSpliced(2, 1), all[5]!]],
      ['in another order', (all: readonly ChainedAuditRecord[]) => all.toReversed()],
    ])('a log that was made anew as a whole, %s, with hashes that fit', async (_how, forge) => {
      const all = await entries();
      await storeAnew(forge(all).map((record, at) => ({ ...record, id: all[at]!.id })));
      expect(await findings()).toEqual([
        'Entry 5 is not the one whose hash the transparency log holds.',
        'Entry 6 is not the one whose hash the transparency log holds.',
      ]);
    });

    test('heads that were changed or removed beside it, so that it fits again', async () => {
      await tamperWith(
        database(),
        'delete from audit_log where sequence > 5',
        'delete from audit_heads where sequence > 5',
      );
      expect(await findings()).toEqual([expect.stringMatching(/^Leaf .* what it opens was removed\.$/)]);
      await tamperWith(database(), `update audit_heads set hash = repeat('0', 64)`);
      expect(await findings()).toContain(
        'The head of entry 5 is not what the transparency log holds: one of the two was changed.',
      );
    });

    test('leaves that were removed or changed beside it as well', async () => {
      await tamperWith(database(), 'delete from transparency_leaves where leaf_index = 1');
      expect(await findings()).toEqual(
        expect.arrayContaining([expect.stringMatching(/Entry 1 of the transparency log is missing/)]),
      );
    });

    test('an organization that is gone without a word', async () => {
      await tamperWith(database(), 'delete from audit_log', 'delete from organizations');
      expect(await findings()).toContain('The organization is gone, and no last head says that it was deleted.');
    });
  });

  test('an organization that was deleted leaves heads that hold, of which the last says so', async () => {
    await signedSix();
    await repositories.organizations.change(organizationId, () => ({
      commands: [{ do: 'remove' }],
      audit: [],
      events: [],
      result: undefined,
    }));
    await log.publish();
    const { logs, strayFindings } = await check(null);
    expect(strayFindings).toEqual([]);
    expect(logs).toMatchObject([{ organizationId, slug: null, entries: 0, heads: 3, findings: [] }]);
    const last = (await createStoredAuditLogs(database()).heads()).filter(({ isLast }) => isLast);
    expect(last).toMatchObject([{ organizationId, sequence: 6 }]);
    await tamperWith(database(), 'delete from audit_heads where is_last');
    expect(await findings()).toContain('The organization is gone, and no last head says that it was deleted.');
  });

  test('entries after the newest head are counted, since a cut there is not seen yet', async () => {
    await signedSix();
    await write('7', '8');
    expect((await check()).logs).toMatchObject([{ entries: 8, unsigned: 2, findings: [] }]);
  });
});
