import { expect, test } from 'vitest';
import { createPins } from '../../../src/adapters/db/content/pins.ts';
import { createDeadMails } from '../../../src/adapters/db/mail/deadMails.ts';
import { insertMails } from '../../../src/adapters/db/mail/mailRows.ts';
import { commitments as commitmentRows } from '../../../src/adapters/db/schema/ledger.ts';
import { createDeadLetters } from '../../../src/adapters/db/operator/deadLetters.ts';
import { noteFailure } from '../../../src/app/ledger/failedStep.ts';
import { beginAgain } from '../../../src/app/operator/deadLetters.ts';
import type { ImportJob } from '../../../src/app/ports/imports/imports.ts';
import { DEAD_QUEUES, type DeadQueue, FAILURES_TOLD } from '../../../src/app/ports/runtime/deadLetters.ts';
import { memoryFiles } from '../../fakes/memoryFiles.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import {
  completedAsset,
  KEY_ENCRYPTION_KEY,
  LEASE,
  newAsset,
  NOW,
  registerAccount,
  testRepositories,
} from '../../support/fixtures.ts';
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
    pins: createPins(database(), { ids, isOn: true }),
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
    for (const queue of DEAD_QUEUES) expect(await again(queue, ids.uuid()), queue).toMatch(/no such|not given up/);
  });

  test('a failed import goes on where its source is still there, has time and room', async () => {
    const deps = depsOf();
    const account = await registerAccount(deps);
    const failed = async (fields: Partial<Pick<ImportJob, 'kind' | 'createdAt'>> = {}): Promise<string> => {
      const owner = { organizationId: account.organizationId, userId: account.user.id, apiKeyId: null };
      const options = { description: null, tags: [], encrypt: false } as unknown as ImportJob['options'];
      const id = ids.uuid();
      const job = { id, ...owner, kind: 'prefix' as const, source: 'photos/', options, createdAt: NOW, ...fields };
      await deps.imports.add(job, [{ name: 'a.png', sizeBytes: 9 }], 100);
      await deps.imports.move(id, ['waiting'], 'failed', 'The key was revoked.', NOW);
      return id;
    };
    const id = await failed();
    expect(await listed(id)).toEqual({
      queue: 'imports',
      id,
      about: `prefix of organization ${account.organizationId}`,
      reason: 'The key was revoked.',
      attempts: null,
      since: NOW.toISOString(),
    });
    expect(await again('imports', id)).toBeNull();
    expect(await listed(id)).toBeUndefined();
    expect(await deps.imports.find(id)).toMatchObject({ state: 'waiting', problem: null, endedAt: null });
    expect(await again('imports', id)).toMatch('no such import that failed');

    const archived = await failed({ kind: 'zip' });
    expect(await again('imports', archived)).toMatch('archive is kept no longer');
    const old = await failed({ createdAt: new Date(NOW.getTime() - 90 * 86_400_000) });
    expect(await again('imports', old)).toMatch('too long ago');
    const others = await Promise.all(Array.from({ length: 10 }, () => failed()));
    const answers = [];
    for (const other of others) answers.push(await again('imports', other));
    expect(answers.slice(0, 9)).toEqual(Array(9).fill(null));
    expect(answers[9]).toMatch('10 imports are unfinished');
  });

  test('a commitment is listed once its steps failed eight times in a row, and then due at once', async () => {
    const deps = depsOf();
    const account = await registerAccount(deps);
    const asset = await completedAsset(deps, account);
    const id = ids.uuid();
    await database().write((transaction) =>
      transaction.insert(commitmentRows).values({
        ...{ id, assetId: asset.id, organizationId: account.organizationId, commitmentHash: 'ab'.repeat(32) },
        ...{ commitmentPayload: new Uint8Array(8), signature: new Uint8Array(64), keyVersion: 1 },
        ...{ blockchainNetwork: 'devnet', leaseUntil: NOW, createdAt: NOW },
      }),
    );
    for (let failures = 0; failures < FAILURES_TOLD; failures++) {
      expect(await listed(id)).toBeUndefined();
      expect(await again('commitments', id)).toMatch('no such one');
      await noteFailure(deps, (await deps.commitments.find(id))!, new Error('no funds'));
    }
    expect(await listed(id)).toMatchObject({
      queue: 'commitments',
      about: `commitment of asset ${asset.id} of organization ${account.organizationId}`,
      reason: 'An error inside the service; see its log.',
      attempts: FAILURES_TOLD,
    });
    const due = async (): Promise<boolean> =>
      (await deps.commitments.takeDue('any', NOW, NOW, 1000)).some((one) => one.id === id);
    expect(await due()).toBe(false);
    expect(await again('commitments', id)).toBeNull();
    expect(await listed(id)).toBeUndefined();
    expect(await due()).toBe(true);
    expect((await deps.commitments.find(id))?.attempts).toBe(0);
  });

  test('a pin is listed once it failed eight times, wanted or not, and then due at once; not without a service', async () => {
    const deps = depsOf();
    const assetId = ids.uuid();
    await deps.pins.want(assetId, 'preview', 'plain', 'bafy-test', NOW);
    const [pin] = await deps.pins.list(assetId);
    const later = new Date(NOW.getTime() + 86_400_000);
    const failed = { status: 'failed', requestId: null, lastError: 'away', nextAttemptAt: later, at: NOW } as const;
    await deps.pins.record(pin!.id, { ...failed, attempts: FAILURES_TOLD - 1 });
    expect(await listed(pin!.id)).toBeUndefined();
    await deps.pins.record(pin!.id, { ...failed, attempts: FAILURES_TOLD });
    expect(await listed(pin!.id)).toMatchObject({
      queue: 'pins',
      about: `pin of preview of asset ${assetId}`,
      reason: 'away',
      attempts: FAILURES_TOLD,
    });
    expect(await beginAgain({ ...deps, pins: { ...deps.pins, isOn: false } }, 'pins', pin!.id)).toMatch('No IPFS node');
    const isDue = async (): Promise<boolean> => (await deps.pins.due(NOW, 1000)).some(({ id }) => id === pin!.id);
    expect(await isDue()).toBe(false);
    expect(await again('pins', pin!.id)).toBeNull();
    expect(await listed(pin!.id)).toBeUndefined();
    expect(await isDue()).toBe(true);
    await deps.pins.unwant(assetId, NOW);
    await deps.pins.record(pin!.id, { ...failed, attempts: FAILURES_TOLD });
    expect((await listed(pin!.id))?.about).toBe(`unpin of preview of asset ${assetId}`);
    await deps.pins.forget(pin!.id);
  });
});
