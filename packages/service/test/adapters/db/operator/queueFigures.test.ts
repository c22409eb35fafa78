import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertMails } from '../../../../src/adapters/db/mail/mailRows.ts';
import { type QueueFigure, readQueueFigures } from '../../../../src/adapters/db/operator/queueFigures.ts';
import {
  completedAsset,
  ENDED,
  KEY_ENCRYPTION_KEY,
  LEASE,
  newAsset,
  NOW,
  registerAccount,
  testRepositories,
} from '../../../support/fixtures.ts';
import { testMail } from '../../../support/testMail.ts';
import { NO_ORIGIN } from '../../../../src/app/ports/runtime/traces.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('what lies in the queues', (database) => {
  const figures = async (): Promise<Map<string, QueueFigure>> =>
    new Map((await readQueueFigures(database())).map((figure) => [figure.queue, figure]));

  test('uploads and mails by what waits, since when it is due, and what was given up', async () => {
    const before = await figures();
    const { assets } = testRepositories(database());
    const account = await registerAccount(testRepositories(database()));
    await completedAsset(testRepositories(database()), account);
    await assets.begin(newAsset(account), { ...ENDED, ms: -90_000 });
    const alive = await assets.begin(newAsset(account), LEASE);
    const failed = await assets.begin(newAsset(account), LEASE);
    await assets.fail(failed.lease, 'PROCESSING_FAILED: no.', NOW, []);
    const ids = { uuid: () => crypto.randomUUID() };
    await database().write((transaction) =>
      insertMails(transaction, { ids, keyEncryptionKey: KEY_ENCRYPTION_KEY }, [testMail('a@b.test', 'text')]),
    );
    const after = await figures();
    const grown = (queue: string, what: 'waiting' | 'dead'): number =>
      (after.get(queue)?.[what] ?? 0) - (before.get(queue)?.[what] ?? 0);
    expect([grown('uploads', 'waiting'), grown('uploads', 'dead')]).toEqual([2, 1]);
    expect(after.get('uploads')?.oldestSeconds).toBeGreaterThan(89);
    expect([grown('mails', 'waiting'), grown('mails', 'dead')]).toEqual([1, 0]);
    expect([...after.keys()].sort()).toEqual([
      'commitments',
      'deliveries',
      'events',
      'imports',
      'mails',
      'pins',
      'uploads',
      'verifications',
    ]);
    await assets.discard(alive.lease);
  });

  test('an import that runs is not due, however long it takes', async () => {
    const { imports } = testRepositories(database());
    const account = await registerAccount(testRepositories(database()));
    const begin = async (id: string, agoMs: number): Promise<void> => {
      const createdAt = new Date(Date.now() - agoMs);
      await database().write((transaction) =>
        transaction.execute(sql`insert into imports (id, organization_id, user_id, kind, options, state, created_at)
          values (${id}, ${account.organizationId}, ${account.user.id}, 'zip', '{}', 'waiting', ${createdAt.toISOString()})`),
      );
    };
    const [long, short] = [crypto.randomUUID(), crypto.randomUUID()];
    await begin(long, 3_600_000);
    await imports.move(long, ['waiting'], 'running', null, NOW);
    expect((await figures()).get('imports')).toMatchObject({ waiting: 1, oldestSeconds: 0 });
    await begin(short, 60_000);
    const both = (await figures()).get('imports');
    expect(both?.waiting).toBe(2);
    expect(both?.oldestSeconds).toBeGreaterThan(59);
    expect(both?.oldestSeconds).toBeLessThan(3_000);
  });

  test('imports that failed, and pins and commitments that failed eight times in a row, count as dead', async () => {
    const before = await figures();
    const repositories = testRepositories(database());
    const account = await registerAccount(repositories);
    const asset = await completedAsset(repositories, account);
    await database().write(async (transaction) => {
      const owner = sql`${account.organizationId}, ${account.user.id}`;
      await transaction.execute(sql`insert into imports (id, organization_id, user_id, kind, options, state)
        values (gen_random_uuid(), ${owner}, 'zip', '{}', 'failed'), (gen_random_uuid(), ${owner}, 'zip', '{}', 'done')`);
      for (const attempts of [7, 8]) {
        await transaction.execute(sql`insert into pins (id, asset_id, variant, form, cid, status, attempts, next_attempt_at)
          values (gen_random_uuid(), gen_random_uuid(), 'preview', 'plain', 'bafy', 'failed', ${attempts}, now() - interval '90 s')`);
        for (const status of ['pending', 'finalized'])
          await transaction.execute(sql`insert into commitments (id, asset_id, organization_id, commitment_hash,
              commitment_payload, blockchain_network, signature, key_version, confirmation_status, attempts)
            values (gen_random_uuid(), ${asset.id}, ${account.organizationId}, 'ab', '', 'devnet', '', 1, ${status}, ${attempts})`);
      }
    });
    const after = await figures();
    for (const queue of ['imports', 'pins', 'commitments'])
      expect((after.get(queue)?.dead ?? 0) - (before.get(queue)?.dead ?? 0), queue).toBe(1);
    expect(after.get('pins')?.waiting).toBe((before.get('pins')?.waiting ?? 0) + 2);
    expect(after.get('pins')?.oldestSeconds).toBeGreaterThan(89);
  });

  test('verifications are dead letters where they failed by our fault', async () => {
    const repositories = testRepositories(database());
    const { user, organizationId } = await registerAccount(repositories);
    const expiresAt = new Date(NOW.getTime() + 86_400_000);
    const request = {
      apiKeyId: null,
      requester: { ip: null, userAgent: null, organizationId: null },
      isKept: false,
      mapSideMax: null,
      threshold: null,
      taken: { consumer: { kind: 'organization', organizationId }, day: '2026-11-20' },
      origin: NO_ORIGIN,
    } as const;
    for (const code of ['INVALID_FILE_TYPE', 'QUOTA_EXCEEDED', 'PROCESSING_FAILED', 'SERVICE_UNAVAILABLE'] as const) {
      const id = crypto.randomUUID();
      const deferred = { id, userId: user.id, organizationId, failure: null, createdAt: NOW, expiresAt };
      const { lease } = await repositories.deferredVerifications.add(deferred, request, new Uint8Array(1), LEASE);
      const failed = { failure: { code, detail: 'no.' }, expiresAt };
      const givingBack = () => repositories.quotas.giveBack(request.taken, 1);
      await repositories.deferredVerifications.ending(lease, failed, givingBack);
    }
    expect((await figures()).get('verifications')).toMatchObject({ waiting: 0, dead: 2 });
  });

  test('whoever looks for unfinished uploads reads an index that holds them alone', async () => {
    const plan = await database().write(async (transaction) => {
      // A table of a few rows is read whole; what counts is that the index fits the question.
      await transaction.execute(sql`set local enable_seqscan = off`);
      const { rows } = await transaction.execute<{ 'QUERY PLAN': string }>(sql`
        explain select assets.id from assets join (
          select id, row_number() over (partition by organization_id order by coalesce(lease_until, created_at), id) as turn
          from assets
          where processing_status in ('pending', 'processing') and (lease_until is null or lease_until <= now())
        ) turns on turns.id = assets.id
        where processing_status in ('pending', 'processing') and (lease_until is null or lease_until <= now())
        order by turn, random() limit 1`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan (on|using) assets_unfinished/);
  });
});
