import { randomUUID } from 'node:crypto';
import { openCheckpoint } from '@assay/core/transparency/checkpoint';
import { beforeAll, expect, test } from 'vitest';
import { createEncryptionKeys } from '../../../../src/adapters/db/keys/encryptionKeys.ts';
import { createOrganizationSigner } from '../../../../src/adapters/db/keys/organizationSigner.ts';
import { createRepositories } from '../../../../src/adapters/db/repositories.ts';
import { createMailQueue } from '../../../../src/adapters/db/mail/mailQueue.ts';
import { insertMails } from '../../../../src/adapters/db/mail/mailRows.ts';
import { resealAll } from '../../../../src/adapters/db/keys/reseal.ts';
import { webhooks } from '../../../../src/adapters/db/schema/delivery.ts';
import { createLogKeyring } from '../../../../src/adapters/db/transparency/transparencyIdentity.ts';
import { signingSecrets } from '../../../../src/adapters/db/webhooks/webhookRows.ts';
import { verifyEd25519 } from '../../../../src/adapters/crypto/ed25519.ts';
import { createKeyRing } from '../../../../src/adapters/encryption/keyRing.ts';
import { localMasterKey } from '../../../../src/adapters/masterKeys/localWrapping.ts';
import { createMasterKeys } from '../../../../src/adapters/masterKeys/masterKeys.ts';
import { NO_ORIGIN } from '../../../../src/app/ports/runtime/traces.ts';
import { disputeOf, loggedEntry } from '../../../support/disputed.ts';
import { ENDED, NOW, newAsset, registerAccount, LEASE } from '../../../support/fixtures.ts';
import { testMail } from '../../../support/testMail.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';
import { manualClock } from '../../../fakes/manualClock.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const OTHER = Buffer.alloc(32, 3);
const ids = { uuid: () => randomUUID() };
const clock = manualClock(NOW);
const MESSAGE = Buffer.from('signed before and after');

describeOnEachEngine('a new key encryption key', (database) => {
  let organizationId: string;
  let assetId: string;
  let assetKey: Uint8Array;
  let disputeId: string;
  let verificationId: string;
  let deferredId: string;

  /** The service as it is after a start with this key. */
  const under = (keyEncryptionKey: Uint8Array) => {
    const masterKeys = createMasterKeys({
      currentRef: 'local:',
      localKey: localMasterKey(keyEncryptionKey),
      environment: {},
      kmsCredentials: null,
    });
    return {
      signer: createOrganizationSigner(database(), { ids, clock, keyEncryptionKey }),
      log: createLogKeyring(database(), { keyEncryptionKey, origin: 'log.example/test' }),
      assetKeys: createKeyRing(createEncryptionKeys(database(), { ids }), masterKeys, clock),
      repositories: createRepositories(database(), { ids, clock, keyEncryptionKey }),
    };
  };
  const secretsUnder = async (keyEncryptionKey: Uint8Array) => {
    const [row] = await database().read((queries) => queries.select().from(webhooks));
    return row ? signingSecrets(keyEncryptionKey, row, NOW) : null;
  };

  beforeAll(async () => {
    const { assetKeys, signer, log, repositories } = under(OLD);
    const account = await registerAccount(repositories);
    ({ organizationId } = account);
    await signer.sign(organizationId, MESSAGE);
    await log.sign({ size: 0, rootHash: new Uint8Array(32) });
    const draft = newAsset(account, { isEncrypted: true });
    assetId = draft.id;
    const encryption = await assetKeys.make(organizationId, assetId);
    await repositories.assets.begin({ ...draft, encryption }, LEASE);
    assetKey = (await assetKeys.open(assetId))?.key as Uint8Array;
    const endpoint = {
      id: ids.uuid(),
      organizationId,
      createdBy: account.user.id,
      url: 'https://example.org/hook',
      events: ['asset.processed'] as const,
      active: true,
      description: null,
      createdAt: NOW,
    };
    await repositories.webhooks.create(endpoint, 20);
    const verification = loggedEntry({ userId: account.user.id, organizationId });
    const maps = { mapPng: MESSAGE, presencePng: null };
    const kept = { picture: MESSAGE, ...maps, userId: account.user.id, keptUntil: new Date(NOW.getTime() + 1000) };
    await repositories.verifications.log(verification, [], kept);
    verificationId = verification.id;
    const disputed = disputeOf(verification.id, MESSAGE.length);
    disputeId = disputed.id;
    await repositories.disputes.open(disputed, MESSAGE, null);
    const { user } = account;
    const waiting = {
      id: (deferredId = randomUUID()),
      userId: user.id,
      organizationId,
      failure: null,
      createdAt: NOW,
      expiresAt: NOW,
    };
    const consumer = { kind: 'organization', organizationId } as const;
    await repositories.deferredVerifications.add(
      waiting,
      {
        apiKeyId: null,
        requester: { ip: null, userAgent: null, organizationId: null },
        isKept: false,
        mapSideMax: null,
        threshold: null,
        taken: { consumer, day: '2026-11-20' },
        origin: NO_ORIGIN,
      },
      MESSAGE,
      ENDED,
    );
    const mailSettings = { ids, keyEncryptionKey: OLD };
    await database().write((transaction) => insertMails(transaction, mailSettings, testMail('ada@example.org')));
  });

  test('that fits nothing changes nothing, and says what does not open', async () => {
    await expect(resealAll(database(), { from: OTHER, to: NEW })).rejects.toThrow(/opens neither under/);
    expect((await under(OLD).assetKeys.open(assetId))?.key).toEqual(assetKey);
  });

  test('opens everything once it was moved, and the old one nothing any more', async () => {
    const secrets = await secretsUnder(OLD);
    const before = await under(OLD).signer.sign(organizationId, MESSAGE);
    await expect(under(NEW).log.sign({ size: 1, rootHash: new Uint8Array(32) })).rejects.toThrow();
    expect(await resealAll(database(), { from: OLD, to: NEW })).toEqual({
      signingKeys: 1,
      logKeys: 1,
      webhookSecrets: 1,
      mails: 1,
      storedSubmissions: 1,
      deferredPictures: 1,
      disputedPictures: 1,
      encryptionKeys: 1,
    });
    const { signer, log, assetKeys } = under(NEW);
    // The same keys as before: Ed25519 signs the same message alike.
    expect(await signer.sign(organizationId, MESSAGE)).toEqual(before);
    const { note } = await log.sign({ size: 1, rootHash: new Uint8Array(32) });
    const { origin, publicKey } = await log.identity();
    expect(openCheckpoint(note, { name: origin, publicKey }, verifyEd25519)).toMatchObject({ size: 1 });
    expect((await assetKeys.open(assetId))?.key).toEqual(assetKey);
    expect(await secretsUnder(NEW)).toEqual(secrets);
    const submission = await under(NEW).repositories.submissions.find(verificationId, NOW);
    expect(submission).toMatchObject({ picture: new Uint8Array(MESSAGE), mapPng: new Uint8Array(MESSAGE) });
    expect(await under(NEW).repositories.disputes.picture(disputeId)).toEqual(new Uint8Array(MESSAGE));
    const { deferredVerifications } = under(NEW).repositories;
    const deferred = await deferredVerifications.takeStranded(LEASE);
    expect(deferred).toMatchObject({ deferred: { id: deferredId } });
    expect(await deferredVerifications.picture(deferred!.lease)).toEqual(new Uint8Array(MESSAGE));
    const mails = createMailQueue(database(), { ids, keyEncryptionKey: NEW });
    expect(await mails.claim(10, 60_000)).toMatchObject([{ mail: testMail('ada@example.org') }]);

    const old = under(OLD);
    await expect(old.signer.sign(organizationId, MESSAGE)).rejects.toThrow();
    await expect(old.log.sign({ size: 2, rootHash: new Uint8Array(32) })).rejects.toThrow();
    await expect(old.assetKeys.open(assetId)).rejects.toThrow();
    expect(await secretsUnder(OLD)).toBeNull();
  });

  test('run again finds nothing to do', async () => {
    expect(await resealAll(database(), { from: OLD, to: NEW })).toEqual({
      signingKeys: 0,
      logKeys: 0,
      webhookSecrets: 0,
      mails: 0,
      storedSubmissions: 0,
      deferredPictures: 0,
      disputedPictures: 0,
      encryptionKeys: 0,
    });
  });
});
