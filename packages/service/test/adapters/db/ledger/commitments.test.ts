import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { appendLeaf } from '../../../../src/adapters/db/transparency/transparencyLeaves.ts';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { commitments as rows } from '../../../../src/adapters/db/schema/ledger.ts';
import { organizationKeys, organizations } from '../../../../src/adapters/db/schema/organizations.ts';
import { transparencyLeaves } from '../../../../src/adapters/db/schema/transparency.ts';
import { verifyEd25519 } from '../../../../src/adapters/crypto/ed25519.ts';
import type { Repositories } from '../../../../src/adapters/db/repositories.ts';
import type { Asset } from '../../../../src/app/ports/assets/assets.ts';
import type { NewCommitment } from '../../../../src/app/ports/ledger/commitments.ts';
import { newEvent } from '../../../../src/app/newEvent.ts';
import { type Account, completedAsset, NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';
import { manualClock } from '../../../fakes/manualClock.ts';

const LEASE = new Date(NOW.getTime() + 60_000);
const AFTER = new Date(NOW.getTime() + 120_000);
const FINAL = { status: 'finalized', blockHeight: 9, confirmedAt: NOW, verified: true, verifiedAt: NOW } as const;
const CONFIRMED = { status: 'confirmed', blockHeight: 8, confirmedAt: NOW, verified: false, verifiedAt: null } as const;

const signedFor = (ledgerId: string) => ({
  txHash: randomBytes(32).toString('hex'),
  bytes: new Uint8Array(randomBytes(40)),
  lastValidBlockHeight: 150,
  signedSlot: 3,
  ledgerId,
});

describeOnEachEngine('commitments', (database) => {
  let repositories: Repositories;
  let account: Account;
  let asset: Asset;
  beforeAll(async () => {
    repositories = testRepositories(database());
    account = await registerAccount(repositories);
    asset = await completedAsset(repositories, account);
  });

  const draft = (fields: Partial<NewCommitment> = {}): NewCommitment => ({
    id: randomUUID(),
    assetId: asset.id,
    organizationId: account.organizationId,
    hash: randomBytes(32).toString('hex'),
    payload: new Uint8Array(randomBytes(20)),
    signature: new Uint8Array(randomBytes(64)),
    keyVersion: 1,
    metadata: { a: [1, 'ü'] },
    network: 'devnet',
    isEmbedded: true,
    createdAt: NOW,
    signed: null,
    ...fields,
  });
  const add = async (fields: Partial<NewCommitment> = {}): Promise<NewCommitment> => {
    const commitment = draft(fields);
    await repositories.commitments.add(commitment, NOW, [], []);
    return commitment;
  };

  test('row and leaf of the log are written together; what is read is what was written', async () => {
    const signed = signedFor('here');
    const commitment = await add({ signed });
    const { signed: _signed, ...same } = commitment;
    const { bytes: txBytes, ...transaction } = signed;
    const found = await repositories.commitments.find(commitment.id);
    expect(found).toMatchObject({ ...same, ...transaction, txBytes, status: 'pending', verified: false, attempts: 0 });
    expect(await repositories.commitments.findByTransaction(signed.txHash)).toEqual(found);
    const [leaf] = await database().read((queries) =>
      queries.select().from(transparencyLeaves).where(eq(transparencyLeaves.id, commitment.id)),
    );
    expect(JSON.parse(Buffer.from(leaf!.entry).toString())).toMatchObject({ v: 1, commitment_hash: commitment.hash });
  });

  test('of an asset that is gone there is neither row nor leaf', async () => {
    const commitment = draft({ assetId: randomUUID() });
    await expect(repositories.commitments.add(commitment, NOW, [], [])).rejects.toMatchObject({
      code: 'ASSET_NOT_FOUND',
    });
    const leaves = await database().read((queries) =>
      queries.select().from(transparencyLeaves).where(eq(transparencyLeaves.id, commitment.id)),
    );
    expect(leaves).toEqual([]);
  });

  test('the request of an upload is met once, however often it is tried at the same time', async () => {
    const tracks = { a: true, b: true, c: false };
    const request = { tracks, strengths: {}, metadata: true, commit: true, attempts: 0 };
    const requesting = await completedAsset(repositories, account, { request });
    expect(await repositories.commitments.forgotten(10)).toEqual([requesting.id]);
    const tries = Array.from({ length: 4 }, () =>
      repositories.commitments.addFirst(draft({ assetId: requesting.id }), NOW, [], []),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(await repositories.commitments.forgotten(10)).toEqual([]);
    const { total } = await repositories.commitments.list(account.organizationId, requesting.id, {
      page: 1,
      pageSize: 9,
    });
    expect(total).toBe(1);
  });

  test('what is due is taken by one at a time, and only for its own ledger', async () => {
    const [here, elsewhere, open] = [
      await add({ signed: signedFor('here') }),
      await add({ signed: signedFor('elsewhere') }),
      await add(),
    ];
    expect(await repositories.commitments.isAnyDue(NOW)).toBe(true);
    const take = (now: Date) => repositories.commitments.takeDue('here', now, LEASE, 100);
    const [first, second] = await Promise.all([take(NOW), take(NOW)]);
    const taken = [...first, ...second].map(({ id }) => id);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toEqual(expect.arrayContaining([here.id, open.id]));
    expect(taken).not.toContain(elsewhere.id);
    expect(await take(NOW)).toEqual([]);
    expect((await take(LEASE)).length).toBe(taken.length);
  });

  test('signed bytes are stored once; a second signer is told that it came late', async () => {
    const { id } = await add();
    const [one, other] = [signedFor('here'), signedFor('here')];
    const keep = (signed: typeof one, instead: string | null) =>
      repositories.commitments.keepSigned(id, signed, instead);
    expect((await Promise.all([keep(one, null), keep(other, null)])).filter(Boolean)).toHaveLength(1);
    const { txHash } = (await repositories.commitments.find(id))!;
    const next = signedFor('here');
    expect(await keep(next, 'another transaction')).toBe(false);
    expect(await keep(next, txHash)).toBe(true);
    await repositories.commitments.advance(id, CONFIRMED, AFTER, () => []);
    expect(await keep(signedFor('here'), next.txHash)).toBe(false);
  });

  test('statuses go forward only, and each move is told once though two see it', async () => {
    const { id } = await add();
    const told = () =>
      newEvent({ ids: { uuid: randomUUID }, clock: manualClock(NOW) }, account.organizationId, 'commitment.finalized', {
        commitment_id: id,
        asset_id: asset.id,
        confirmation_status: 'finalized',
      });
    const { advance } = repositories.commitments;
    await Promise.all([advance(id, FINAL, AFTER, () => [told()]), advance(id, FINAL, AFTER, () => [told()])]);
    expect(await advance(id, CONFIRMED, AFTER, () => [told()])).toMatchObject(FINAL);
    const events = (await database().read((queries) => queries.select().from(outbox))).filter(
      ({ data }) => (data as { commitment_id?: string }).commitment_id === id,
    );
    expect(events).toHaveLength(1);
  });

  test('failures are counted with their reason, until a step succeeds', async () => {
    const { id } = await add();
    await repositories.commitments.fail(id, AFTER, 'one \0 of them', []);
    await repositories.commitments.fail(id, AFTER, 'another', []);
    expect(await repositories.commitments.find(id)).toMatchObject({ attempts: 2, lastError: 'another' });
    await repositories.commitments.advance(id, CONFIRMED, AFTER, () => []);
    expect(await repositories.commitments.find(id)).toMatchObject({ attempts: 0, lastError: null });
    expect(await repositories.commitments.advance(randomUUID(), CONFIRMED, AFTER, () => [])).toBeNull();
  });

  test('the finalized commitment speaks for an asset, before a later one that is not', async () => {
    const own = await completedAsset(repositories, account);
    const at = (ms: number) => ({ assetId: own.id, createdAt: new Date(NOW.getTime() + ms) });
    const [first, second] = [await add(at(1)), await add(at(2))];
    const speaking = async () => (await repositories.commitments.ofAssets([own.id, randomUUID()])).get(own.id)?.id;
    expect(await speaking()).toBe(second.id);
    await repositories.commitments.advance(first.id, FINAL, AFTER, () => []);
    await add(at(3));
    expect(await speaking()).toBe(first.id);
  });

  test('with its asset a commitment goes, its leaf stays', async () => {
    const own = await completedAsset(repositories, account);
    const { id } = await add({ assetId: own.id });
    await repositories.assets.remove(account.organizationId, own.id, []);
    expect(await repositories.commitments.find(id)).toBeNull();
    await database().write((transaction) => appendLeaf(transaction, { id, entry: Buffer.from('x'), createdAt: NOW }));
    const [leaf] = await database().read((queries) =>
      queries.select().from(transparencyLeaves).where(eq(transparencyLeaves.id, id)),
    );
    expect(leaf!.entry.length).toBeGreaterThan(1);
  });

  describe('signatures of organizations', () => {
    const message = Buffer.from('message');

    test('by the present key; one of an older key still holds', async () => {
      const { organizationSigner, organizations: repository } = repositories;
      const { user, organizationId } = account;
      expect(user.id).toBeTruthy();
      const old = await organizationSigner.sign(organizationId, message);
      await repository.change(organizationId, () => ({
        commands: [{ do: 'addMasterKey', version: 2, at: NOW }],
        audit: [],
        events: [],
        result: undefined,
      }));
      const fresh = await organizationSigner.sign(organizationId, message);
      expect([old.keyVersion, fresh.keyVersion]).toEqual([1, 2]);
      for (const { keyVersion, signature } of [old, fresh])
        expect(await organizationSigner.verify(organizationId, keyVersion, message, signature)).toBe(true);
      expect(await organizationSigner.verify(organizationId, 2, message, old.signature)).toBe(false);
      expect(await organizationSigner.verify(organizationId, 3, message, old.signature)).toBe(false);
    });

    test('an organization from before there were keys gets one, though several ask at once', async () => {
      const { organizationId } = await registerAccount(repositories);
      await database().write(async (transaction) => {
        await transaction.delete(organizationKeys).where(eq(organizationKeys.organizationId, organizationId));
        await transaction.update(organizations).set({ masterKeyRef: '' }).where(eq(organizations.id, organizationId));
      });
      const { organizationSigner } = repositories;
      const signed = await Promise.all([1, 2, 3].map(() => organizationSigner.sign(organizationId, message)));
      const key = await organizationSigner.publicKey(organizationId, 1);
      for (const { signature } of signed) expect(verifyEd25519(key!, message, signature)).toBe(true);
      const keys = await database().read((queries) =>
        queries.select().from(organizationKeys).where(eq(organizationKeys.organizationId, organizationId)),
      );
      expect(keys).toHaveLength(1);
    });

    test('of an organization that there is not', async () => {
      await expect(repositories.organizationSigner.sign(randomUUID(), message)).rejects.toMatchObject({
        code: 'ORGANIZATION_NOT_FOUND',
      });
      expect(await database().read((queries) => queries.select().from(rows).limit(1))).toHaveLength(1);
    });
  });
});
