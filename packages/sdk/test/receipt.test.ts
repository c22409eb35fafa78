import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cosignatureLine } from '@assay/core/transparency/cosignature';
import { ED25519_COSIGNATURE, readNote, verifierKey } from '@assay/core/transparency/signedNote';
import { AssayClient } from '@assay/sdk/client';
import { NotFoundError } from '@assay/sdk/errors';
import { verifyReceipt } from '@assay/sdk/receipt';
import type { CheckedTransaction } from '@assay/sdk/types';
import { PASSWORD } from '../../service/test/fakes/testService.ts';
import { toyPicture } from '../../service/test/fakes/toyEngine.ts';
import { startContentService } from '../../service/test/support/contentService.ts';
import { openLog } from '../../service/test/support/openLog.ts';
import { withTestDatabase } from '../../service/test/support/testDatabase.ts';

/** Proofs and stored files through the client, against the service's own routes; only the engine is a toy. */
const database = withTestDatabase('embedded');
const picture = new Uint8Array(toyPicture('pier'));
let folder: string;
let client: AssayClient;
let assetId: string;
let checked: CheckedTransaction;
let close: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-receipt-'));
  const { service } = await startContentService(database(), { ASSAY_DATA_DIR: folder });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  close = () => service.app.close();
  const baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  client = new AssayClient({ baseUrl, retry: { retriesMax: 0 } });
  await client.register({ email: 'pia@example.org', password: PASSWORD });
  await client.login('pia@example.org', PASSWORD);
  assetId = (await client.upload(picture, { encrypt: true })).id;
  const others = [await client.commit(assetId), await client.commit(assetId)];
  await openLog(database(), folder).publish();
  checked = await client.checkTransaction(String(others[1]?.tx_hash));
}, 180_000);
afterAll(async () => {
  await close?.();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('verifyReceipt', () => {
  test('a proof holds by itself, and against what is known from elsewhere', async () => {
    const { verifier_key: logKey } = await client.log.head();
    const publicKey = checked.proof?.public_key as string;
    const kept = JSON.parse(JSON.stringify(checked)) as unknown;
    for (const known of [{}, { picture, logKey, publicKey, txHash: checked.tx_hash }]) {
      const verified = await verifyReceipt(kept, known);
      expect(verified).toMatchObject({ holds: true, missing: [], txHash: checked.tx_hash });
      expect(verified.payload).toMatchObject({ asset_id: assetId, content_hash: sha256(picture) });
      expect(verified.commitmentHash).toBe(checked.commitment_hash);
    }
    expect(await verifyReceipt(checked.proof)).toMatchObject({ holds: true });
  });

  test('another picture, key, log or transaction is told', async () => {
    const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x as string;
    const publicKey = Buffer.from(stranger, 'base64url').toString('base64');
    const logKey = 'log.example/other+b8c1a3d2+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
    for (const known of [{ picture: new Uint8Array(9) }, { publicKey }, { logKey }, { txHash: '1'.repeat(88) }])
      expect(await verifyReceipt(checked, known)).toMatchObject({ holds: false });
  });

  test('witnesses: so many of those that you trust must have cosigned the checkpoint, each key once', async () => {
    const newWitness = (name: string) => {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
      const key = { name, publicKey: new Uint8Array(raw) };
      return {
        key,
        text: verifierKey(key, ED25519_COSIGNATURE),
        signer: (text: Uint8Array) => sign(null, text, privateKey),
      };
    };
    const [one, two, three] = ['w1', 'w2', 'w3'].map((name) => newWitness(`witness.example/${name}`)) as [
      ReturnType<typeof newWitness>,
      ReturnType<typeof newWitness>,
      ReturnType<typeof newWitness>,
    ];
    const { checkpoint } = inclusion();
    const text = readNote(checkpoint)?.text ?? '';
    const line = ({ key, signer }: typeof one, of = text) => `${cosignatureLine(of, key, 1_700_000_000, signer)}\n`;
    const cosigned = (...lines: string[]) => ({
      ...proof(),
      inclusion: { ...inclusion(), checkpoint: checkpoint + lines.join('') },
    });
    const all = [one.text, two.text, three.text];
    const holds = async (receipt: unknown, witnesses: string[], witnessesMin?: number) =>
      (await verifyReceipt(receipt, witnessesMin === undefined ? { witnesses } : { witnesses, witnessesMin })).holds;
    const byTwo = cosigned(line(one), line(two));
    expect(await verifyReceipt(byTwo)).toMatchObject({ holds: true });
    expect([await holds(byTwo, [one.text, two.text]), await holds(byTwo, all, 2)]).toEqual([true, true]);
    expect([await holds(byTwo, all), await holds(byTwo, all, 3), await holds(proof(), all, 1)]).toEqual([
      false,
      false,
      false,
    ]);
    // A cosignature of another text, and one key under two names.
    expect(await holds(cosigned(line(one), line(two, `${text}x\n`)), all, 2)).toBe(false);
    const alias = { ...one.key, name: 'witness.example/alias' };
    const twice = cosigned(line(one), line({ ...one, key: alias }));
    expect(await holds(twice, [one.text, verifierKey(alias, ED25519_COSIGNATURE)], 2)).toBe(false);
    // A key that is none is not passed over in silence.
    expect(await holds(byTwo, [one.text, 'nobody'], 1)).toBe(false);
    // Without a checkpoint there is nothing that anyone could have witnessed.
    expect(await holds({ ...proof(), inclusion: null }, [one.text])).toBe(false);
  });

  type Proof = NonNullable<CheckedTransaction['proof']>;
  const proof = () => checked.proof as Proof;
  const inclusion = () => proof().inclusion as NonNullable<Proof['inclusion']>;
  const flipped = (base64: string, at = 0) => {
    const bytes = Buffer.from(base64, 'base64');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes.toString('base64');
  };
  const withPayload = (change: (text: string) => string) => ({
    ...proof(),
    payload: Buffer.from(change(Buffer.from(proof().payload, 'base64').toString())).toString('base64'),
  });
  test.each<[string, () => unknown]>([
    ['another payload', () => withPayload((text) => text.replace('"v":1', '"v":2'))],
    ['a payload that is not canonical', () => withPayload((text) => text.replace(',', ', '))],
    ['another signature', () => ({ ...proof(), signature: flipped(proof().signature) })],
    ['another key', () => ({ ...proof(), public_key: flipped(proof().public_key) })],
    [
      'a transaction that its payer did not sign',
      () => ({ ...proof(), transaction: flipped(String(proof().transaction), 1) }),
    ],
    ['another memo', () => ({ ...proof(), transaction: flipped(String(proof().transaction), 200) })],
    ['no transaction at all in its place', () => ({ ...proof(), transaction: 'AAAA' })],
    ['another index', () => ({ ...proof(), inclusion: { ...inclusion(), index: 1 - inclusion().index } })],
    [
      'another hash on the way',
      () => ({ ...proof(), inclusion: { ...inclusion(), hashes: inclusion().hashes.map((one) => flipped(one)) } }),
    ],
    [
      'a checkpoint that nobody signed',
      () => ({
        ...proof(),
        inclusion: { ...inclusion(), checkpoint: inclusion().checkpoint.replace('\n2\n', '\n3\n') },
      }),
    ],
  ])('refused: %s', async (_, made) => {
    expect(inclusion().hashes).not.toHaveLength(0);
    expect(await verifyReceipt(made())).toMatchObject({ holds: false });
  });

  test('what was fetched too early says what it lacks; what is no proof is a TypeError', async () => {
    const early = { ...proof(), transaction: null, inclusion: null };
    expect(await verifyReceipt(early)).toMatchObject({ holds: true, missing: ['transaction', 'inclusion'] });
    for (const nothing of [null, 'x', {}, { proof: null }, { ...proof(), payload: 'no base64!' }])
      await expect(verifyReceipt(nothing)).rejects.toBeInstanceOf(TypeError);
    await expect(verifyReceipt(checked, { publicKey: 'AAAA' })).rejects.toThrow('32 bytes');
  });
});

test('stored files: usage, link, check, archive, publication', async () => {
  const { storage } = client;
  expect(await storage.usage()).toMatchObject({ assets_count: 1, by_kind: { archive: 0 } });
  const { url } = await storage.signedUrl(assetId, { variant: 'original', expiresInS: 60 });
  expect(url).toContain('/v1/storage/signed/');
  expect(await storage.check(assetId)).toMatchObject({ intact: true });
  await expect(storage.latestArchive(assetId)).rejects.toBeInstanceOf(NotFoundError);
  const archived = await storage.archive(assetId);
  expect(archived.archive_cid).toMatch(/^bagbaiera/);
  expect(await storage.archive(assetId)).toMatchObject({ archive_cid: archived.archive_cid });
  expect(await storage.latestArchive(assetId)).toMatchObject({ archive_cid: archived.archive_cid });
  const { files } = await storage.publish(assetId, ['watermarked']);
  expect(files).toMatchObject([{ variant: 'watermarked' }]);
  expect(await storage.publications(assetId)).toEqual({ asset_id: assetId, files });
  await storage.unpublish(assetId);
  expect((await storage.publications(assetId)).files).toEqual([]);
});

test('keys and log: the encryption key is rotated, entries are proved', async () => {
  const { organization_id } = await client.getAsset(assetId);
  expect(await client.rotateEncryptionKey(organization_id)).toMatchObject({ version: 2, rewrapped: 1 });
  const other = await client.upload(new Uint8Array(toyPicture('plain')));
  expect((await client.getAsset(other.id)).is_encrypted).toBe(false);
  expect(await client.log.inclusion(1)).toMatchObject({ index: 1 });
  expect(await client.log.consistency(0, 2)).toMatchObject({ hashes: [] });
  await expect(client.log.inclusion(99)).rejects.toBeInstanceOf(NotFoundError);
});
