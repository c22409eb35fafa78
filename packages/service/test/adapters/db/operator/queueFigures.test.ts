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
      'uploads',
      'verifications',
    ]);
    await assets.discard(alive.lease);
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
