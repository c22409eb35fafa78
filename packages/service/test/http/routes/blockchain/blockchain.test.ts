import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMemo } from '@assay/core/commitment/memo';
import { readPayload, sha256Hex } from '@assay/core/commitment/payload';
import { AppError } from '@assay/core/errors';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commitments as commitmentRows } from '../../../../src/adapters/db/schema/ledger.ts';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { verifyEd25519 } from '../../../../src/adapters/crypto/ed25519.ts';
import { readTransaction } from '../../../../src/adapters/ledger/memoTransaction.ts';
import { LedgerContradiction } from '../../../../src/app/ports/ledger/ledger.ts';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { openLog } from '../../../support/openLog.ts';
import { codeOf, type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { withTestDatabase } from '../../../support/testDatabase.ts';

type Json = Record<string, never> & Record<string, unknown>;
type Items = readonly Json[];

const example = path.resolve(import.meta.dirname, '../../../../../../examples/verifyProof.mjs');
const database = withTestDatabase('embedded');
let service: DatabaseService;
let folder: string;
let ada: Account;
let eve: Account;
let publish: () => Promise<unknown>;

beforeAll(async () => {
  service = await startDatabaseService(database());
  folder = await mkdtemp(path.join(tmpdir(), 'assay-proofs-'));
  [ada, eve] = [await newAccount(service), await newAccount(service)];
  const { publish: publishNow } = openLog(database(), folder, null);
  publish = publishNow;
});
afterAll(async () => {
  await service.app.close();
  await rm(folder, { recursive: true, force: true });
});

const send = async (url: string, scene: string, fields: Record<string, string> = {}, who = ada): Promise<Json> => {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...texts, { name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...who.headers };
  return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
};
const upload = (scene: string, fields?: Record<string, string>) => send('/v1/assets/', scene, fields);
const commit = (body: object, who: Account | null = ada, headers = {}) => {
  // The clock of these tests stands still, and lists go by time.
  service.ports.clock.advance(1);
  return service.ask('POST', '/v1/blockchain/commit', who, body, headers);
};
const checked = async (txHash: unknown) => {
  await publish();
  return (await service.ask('GET', `/v1/blockchain/verify/${txHash}`, null)).body as Record<string, unknown>;
};
const proofIn = (answer: Record<string, unknown>) =>
  answer.proof as Readonly<Record<string, string>> & { readonly inclusion: Json };
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const eventsOf = async (commitmentId: unknown): Promise<string[]> =>
  (await database().read((queries) => queries.select().from(outbox)))
    .filter(({ data }) => (data as Json).commitment_id === commitmentId)
    .map(({ event }) => event);

describe('POST /blockchain/commit', () => {
  test('201: final at once, and everything says that it is the embedded ledger', async () => {
    const asset = await upload('harbour');
    const made = await commit({ asset_id: asset.id, metadata: { b: 1, a: 'ü' } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toEqual({
      commitment_id: expect.any(String),
      asset_id: asset.id,
      tx_hash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/),
      signature: expect.any(String),
      commitment_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      on_chain_at: expect.any(String),
      confirmation_status: 'finalized',
      blockchain_network: 'devnet',
      ledger: 'embedded',
      explorer_url: null,
    });
    expect(made.headers.location).toBe(`/v1/blockchain/commitment/${made.body.commitment_id}`);
    expect(await eventsOf(made.body.commitment_id)).toEqual([
      'commitment.created',
      'commitment.confirmed',
      'commitment.finalized',
    ]);
    const payload = readPayload(Buffer.from(proofIn(await checked(made.body.tx_hash)).payload!, 'base64'));
    expect(payload).toMatchObject({
      asset_id: asset.id,
      content_hash: asset.content_hash,
      watermarked_content_hash: asset.watermarked_content_hash,
      metadata_hash: sha256('{"a":"ü","b":1}'),
    });
  });

  test('201: the same asset again is another commitment, unless the key of the request says it is the same', async () => {
    const { id } = await upload('pier');
    const headers = { 'idempotency-key': 'pier-1' };
    const [first, replayed, second] = [
      await commit({ asset_id: id }, ada, headers),
      await commit({ asset_id: id }, ada, headers),
      await commit({ asset_id: id }),
    ];
    expect(replayed.body).toEqual(first.body);
    expect(second.body.commitment_hash).not.toBe(first.body.commitment_hash);
    const list = await service.ask('GET', `/v1/blockchain/commitments?asset_id=${id}`, ada);
    expect(list.body).toMatchObject({ total: 2, page: 1, pages: 1 });
    expect((list.body.items as unknown as Items).map((item) => item.tx_hash)).toEqual([
      second.body.tx_hash,
      first.body.tx_hash,
    ]);
    expect((await service.ask('GET', `/v1/assets/${id}/commitments`, ada)).body).toEqual(list.body);
  });

  test('201: the hash of the stored mark is accepted, 422: another one, or too much metadata', async () => {
    const { id } = await upload('quay');
    const facts = await service.ports.commitments.factsOf(String(id));
    const hash = sha256(facts.watermarkPayload!);
    expect((await commit({ asset_id: id, watermark_hash: hash.toUpperCase() })).status).toBe(201);
    for (const body of [
      { watermark_hash: '00'.repeat(32) },
      { watermark_hash: 'short' },
      { metadata: { text: 'x'.repeat(4096) } },
      { metadata: { text: 'half \ud800' } },
      { metadata: { text: 'nul \u0000' } },
      { metadata: [1] },
    ])
      expect(codeOf(await commit({ asset_id: id, ...body })), JSON.stringify(body)).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('401, 404, 409, 422: nobody, a stranger, an unfinished asset, no asset', async () => {
    const { id } = await upload('mole');
    expect(codeOf(await commit({ asset_id: id }, null))).toEqual([401, 'UNAUTHENTICATED']);
    expect(codeOf(await commit({ asset_id: id }, eve))).toEqual([404, 'ASSET_NOT_FOUND']);
    expect(codeOf(await commit({ asset_id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01' }))).toEqual([
      404,
      'ASSET_NOT_FOUND',
    ]);
    expect(codeOf(await commit({}))).toEqual([422, 'VALIDATION_ERROR']);
    const unfinished = await service.ports.assets.findAny(String(id));
    const find = vi
      .spyOn(service.ports.assets, 'findAny')
      .mockResolvedValue({ ...unfinished!, processingStatus: 'processing' });
    expect(codeOf(await commit({ asset_id: id }))).toEqual([409, 'ASSET_NOT_READY']);
    find.mockRestore();
  });

  test('403: a key without the scope', async () => {
    const { id } = await upload('dock');
    const made = await service.ask('POST', '/v1/api-keys/', ada, { name: 'reader' });
    const refused = await service.ask(
      'POST',
      '/v1/blockchain/commit',
      { key: String(made.body.key) },
      { asset_id: id },
    );
    expect(refused.body).toMatchObject({ error_code: 'INSUFFICIENT_SCOPE', required_scope: 'commit' });
  });

  test('500: a ledger that cannot be asked leaves nothing behind', async () => {
    const { id } = await upload('lock');
    const down = new AppError('BLOCKCHAIN_ERROR', 'The node of the ledger could not be asked (getLatestBlockhash).');
    const sign = vi.spyOn(service.ports.ledger, 'sign').mockRejectedValue(down);
    expect(codeOf(await commit({ asset_id: id }))).toEqual([500, 'BLOCKCHAIN_ERROR']);
    sign.mockRestore();
    expect((await service.ask('GET', `/v1/blockchain/commitments?asset_id=${id}`, ada)).body.total).toBe(0);
  });
});

describe('GET /blockchain/commitment/{id}', () => {
  test('200: for everybody, and only what the contract lists', async () => {
    const { id } = await upload('buoy');
    const { body } = await commit({ asset_id: id });
    const open = await service.ask('GET', `/v1/blockchain/commitment/${body.commitment_id}`, null);
    expect(open.body).toEqual({
      commitment_id: body.commitment_id,
      asset_id: id,
      tx_hash: body.tx_hash,
      commitment_hash: body.commitment_hash,
      on_chain_at: body.on_chain_at,
      confirmation_status: 'finalized',
      verified: true,
      ledger: 'embedded',
    });
    expect((await service.ask('GET', `/v1/blockchain/commitment/${body.commitment_id}/`, null)).status).toBe(200);
  });

  test('404: no such commitment, 422: no id', async () => {
    const missing = '/v1/blockchain/commitment/01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
    expect(codeOf(await service.ask('GET', missing, null))).toEqual([404, 'COMMITMENT_NOT_FOUND']);
    expect(codeOf(await service.ask('GET', '/v1/blockchain/commitment/x', null))).toEqual([422, 'VALIDATION_ERROR']);
  });
});

describe('GET /blockchain/commitments', () => {
  test('200: those of the organization; 404: an asset of another; 401: nobody', async () => {
    const { id } = await upload('slip');
    await commit({ asset_id: id });
    const own = await service.ask('GET', '/v1/blockchain/commitments?page_size=1', ada);
    expect(own.body).toMatchObject({ page_size: 1, items: [{ asset_id: id, verified: true, last_error: null }] });
    expect((await service.ask('GET', '/v1/blockchain/commitments', eve)).body).toMatchObject({ items: [], total: 0 });
    const foreign = await service.ask('GET', `/v1/blockchain/commitments?asset_id=${id}`, eve);
    expect(codeOf(foreign)).toEqual([404, 'ASSET_NOT_FOUND']);
    expect((await service.ask('GET', '/v1/blockchain/commitments', null)).status).toBe(401);
  });
});

describe('GET /blockchain/verify/{tx_hash}', () => {
  test('200: a proof that a stranger checks with the example script and nothing else', async () => {
    const asset = await upload('island');
    const { body } = await commit({ asset_id: asset.id });
    const answer = await checked(body.tx_hash);
    expect(answer).toMatchObject({
      tx_hash: body.tx_hash,
      network: 'devnet',
      ledger: 'embedded',
      on_chain: true,
      commitment_found: true,
      commitment_id: body.commitment_id,
      commitment_hash: body.commitment_hash,
      on_chain_hash: body.commitment_hash,
      hash_match: true,
      signature_valid: true,
      confirmation_status: 'finalized',
      block_height: expect.any(Number),
      verified: true,
      reason: null,
      explorer_url: null,
    });
    const proof = proofIn(answer);
    const [payload, signature, key] = ['payload', 'signature', 'public_key'].map((name) =>
      Buffer.from(proof[name]!, 'base64'),
    ) as [Buffer, Buffer, Buffer];
    expect(sha256Hex(payload)).toBe(body.commitment_hash);
    expect(verifyEd25519(key, payload, signature)).toBe(true);
    const transaction = readTransaction(Buffer.from(proof.transaction!, 'base64'));
    expect(transaction?.txHash).toBe(body.tx_hash);
    expect(readMemo(transaction!.memo!)?.commitmentHash).toBe(body.commitment_hash);
    const jwks = (await service.ask('GET', '/.well-known/jwks.json', null)).body as unknown as { keys: Json[] };
    expect(jwks.keys.map(({ x }) => x)).toContain(key.toString('base64url'));

    const [file, picture] = [path.join(folder, 'proof.json'), path.join(folder, 'a.jpg')];
    await writeFile(picture, toyPicture('island'));
    const run = async (changed: object) => {
      await writeFile(file, JSON.stringify({ ...answer, proof: { ...proof, ...changed } }));
      return spawnSync(process.execPath, [example, file, picture], { encoding: 'utf8' });
    };
    const good = await run({});
    expect(good.stdout.match(/^ok /gm), good.stdout + good.stderr).toHaveLength(5);
    expect(good.status).toBe(0);
    const { inclusion } = proof;
    const other = Buffer.from(payload.toString().replace(String(asset.content_hash), '0'.repeat(64)));
    for (const bad of [
      { payload: other.toString('base64') },
      { signature: Buffer.alloc(64, 1).toString('base64') },
      { transaction: Buffer.alloc(330, 1).toString('base64') },
      { inclusion: { ...inclusion, index: Number(inclusion.index) + 1 } },
      { inclusion: { ...inclusion, checkpoint: String(inclusion.checkpoint).replace(/\n(\d+)\n/, '\n1000000\n') } },
    ])
      expect((await run(bad)).status, JSON.stringify(bad)).not.toBe(0);
  });

  test('200: after a new key of the organization, what the old one signed still verifies', async () => {
    const { id, organization_id } = await upload('cliff');
    const old = (await commit({ asset_id: id })).body;
    expect((await service.ask('POST', `/v1/organizations/${organization_id}/keys/rotate`, ada)).status).toBe(201);
    const fresh = (await commit({ asset_id: id })).body;
    const [before, after] = [await checked(old.tx_hash), await checked(fresh.tx_hash)];
    expect([before.verified, after.verified]).toEqual([true, true]);
    expect(before.public_key).not.toBe(after.public_key);
  });

  test('200: a stored payload that was changed is told, and the verdict is `forged`', async () => {
    const { id } = await upload('reef');
    const { body } = await commit({ asset_id: id });
    const payload = Buffer.from('{"changed":true}');
    await database().write(async (transaction) => {
      const own = eq(commitmentRows.id, String(body.commitment_id));
      await transaction.update(commitmentRows).set({ commitmentPayload: payload }).where(own);
    });
    expect(await checked(body.tx_hash)).toMatchObject({
      on_chain: true,
      hash_match: false,
      signature_valid: false,
      verified: false,
      reason: expect.stringContaining('signature'),
    });
    const verdict = await send('/v1/verify/', 'reef');
    expect(verdict).toMatchObject({
      verdict: 'forged',
      blockchain: { commitment_found: true, signature_valid: false },
    });
  });

  test('200: a ledger that lies or forgets is told, with the reason, and nothing is verified', async () => {
    const { id } = await upload('strand');
    const { body } = await commit({ asset_id: id });
    const honest = await service.ports.ledger.find(String(body.tx_hash), 'finalized');
    const find = vi.spyOn(service.ports.ledger, 'find');
    const identity = vi.spyOn(service.ports.ledger, 'identity');
    const other = `assay:c1:${'0'.repeat(64)}:${'A'.repeat(86)}`;
    const tries: [() => void, object][] = [
      [() => find.mockResolvedValueOnce(null), { on_chain: false, reason: expect.stringContaining('no longer knows') }],
      [
        () => find.mockResolvedValueOnce({ ...honest!, memo: other }),
        {
          on_chain: true,
          on_chain_hash: '0'.repeat(64),
          hash_match: false,
          reason: expect.stringContaining('another'),
        },
      ],
      [
        () => find.mockResolvedValueOnce({ ...honest!, bytes: new Uint8Array(5) }),
        { hash_match: true, reason: expect.stringContaining('another transaction') },
      ],
      [
        () => find.mockResolvedValueOnce({ ...honest!, failed: 'Custom' }),
        { on_chain: false, reason: expect.stringContaining('failed') },
      ],
      [
        () => find.mockRejectedValueOnce(new LedgerContradiction('It gave back something else.')),
        { on_chain: false, reason: 'It gave back something else.' },
      ],
      [
        () => identity.mockResolvedValueOnce('another genesis'),
        { on_chain: false, reason: expect.stringContaining('another ledger') },
      ],
    ];
    for (const [lie, told] of tries) {
      lie();
      const answer = await checked(body.tx_hash);
      expect(answer).toMatchObject({ ...told, commitment_found: true, signature_valid: true, verified: false });
    }
    find.mockRestore();
    identity.mockRestore();
    expect(await checked(body.tx_hash)).toMatchObject({ verified: true, reason: null });
  });

  test('200: the asset is gone, the ledger still holds its hash', async () => {
    const { id } = await upload('wreck');
    const { body } = await commit({ asset_id: id });
    await service.ask('DELETE', `/v1/assets/${id}`, ada);
    expect(await checked(body.tx_hash)).toMatchObject({
      on_chain: true,
      commitment_found: false,
      on_chain_hash: body.commitment_hash,
      verified: false,
      proof: null,
    });
  });

  test('404: unknown to us and to the ledger; 422: no signature; 500: the ledger cannot be asked', async () => {
    const unknown = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
    const ask = (txHash: string) => service.ask('GET', `/v1/blockchain/verify/${txHash}`, null);
    expect(codeOf(await ask(unknown))).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    for (const bad of ['x', '0'.repeat(88), 'z'.repeat(88), '1'.repeat(63)])
      expect(codeOf(await ask(bad)), bad).toEqual([422, 'VALIDATION_ERROR']);
    const find = vi.spyOn(service.ports.ledger, 'find').mockRejectedValue(new AppError('BLOCKCHAIN_ERROR', 'Down.'));
    expect(codeOf(await ask(unknown))).toEqual([500, 'BLOCKCHAIN_ERROR']);
    find.mockRestore();
  });
});
