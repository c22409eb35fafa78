import { expect, test } from 'vitest';
import { createDeadMails } from '../../../src/adapters/db/mail/deadMails.ts';
import { insertMails } from '../../../src/adapters/db/mail/mailRows.ts';
import { createDeadLetters } from '../../../src/adapters/db/operator/deadLetters.ts';
import { beginAgain } from '../../../src/app/operator/deadLetters.ts';
import type { DeadQueue } from '../../../src/app/ports/runtime/deadLetters.ts';
import { memoryFiles } from '../../fakes/memoryFiles.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { KEY_ENCRYPTION_KEY, LEASE, newAsset, NOW, registerAccount, testRepositories } from '../../support/fixtures.ts';
import { testMail } from '../../support/testMail.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

describeOnEachEngine('what was given up', (database) => {
  const ids = { uuid: () => crypto.randomUUID() };
  const files = memoryFiles();
  const depsOf = () => ({
    ...testRepositories(database()),
    files,
    ids,
    clock: manualClock(NOW),
    modelVersion: 'test',
    deadLetters: createDeadLetters(database()),
    deadMails: createDeadMails(database()),
  });
  const again = (queue: DeadQueue, id: string) => beginAgain(depsOf(), queue, id);
  const listed = async (id: string) => (await createDeadLetters(database()).list(1000)).find((one) => one.id === id);

  test('a failed upload is listed with its reason, begins again with all attempts, and is finished by whoever looks', async () => {
    const deps = depsOf();
    const account = await registerAccount(deps);
    const { asset, lease } = await deps.assets.begin(newAsset(account), LEASE);
    for (let attempt = 0; attempt < 4; attempt++) await deps.assets.countAttempt(asset.id, 1);
    expect(await again('uploads', asset.id)).toMatch('no such upload');
    await deps.assets.fail(lease, 'PROCESSING_FAILED: no.', NOW, []);
    expect(await listed(asset.id)).toMatchObject({
      queue: 'uploads',
      about: `asset of organization ${account.organizationId}`,
      reason: 'PROCESSING_FAILED: no.',
      attempts: 4,
    });
    expect(await again('uploads', asset.id)).toMatch('original is kept no longer');
    await files.put(asset.id, 'original', Buffer.from('a picture'));
    expect(await again('uploads', asset.id)).toBeNull();
    expect(await listed(asset.id)).toBeUndefined();
    const taken = await deps.assets.takeStranded(LEASE, 100);
    const held = taken.find((one) => one.asset.id === asset.id);
    expect(held?.request.attempts).toBe(0);
    expect(await again('uploads', asset.id)).toMatch('no such upload');
  });

  test('a mail that was given up is due again; of what is not there it says so', async () => {
    const deps = depsOf();
    await database().write((transaction) =>
      insertMails(transaction, { ids, keyEncryptionKey: KEY_ENCRYPTION_KEY }, [testMail('given-up@b.test', 'text')]),
    );
    const [claimed] = (await deps.mails.claim(100, 60_000)).filter(({ mail }) => mail?.to === 'given-up@b.test');
    await deps.mails.settle(claimed!, { status: 'failed', error: 'the server said no' });
    expect(await listed(claimed!.id)).toMatchObject({ queue: 'mails', reason: 'the server said no', attempts: 1 });
    expect(await again('mails', claimed!.id)).toBeNull();
    expect((await deps.mails.claim(100, 60_000)).map(({ id }) => id)).toContain(claimed!.id);
    for (const queue of ['uploads', 'deliveries', 'mails'] as const)
      expect(await again(queue, ids.uuid()), queue).toMatch(/no such|not given up/);
  });
});
