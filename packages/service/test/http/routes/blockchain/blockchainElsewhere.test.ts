import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEd25519 } from '../../../../src/adapters/crypto/ed25519.ts';
import { signatureJob } from '../../../../src/app/provenance/signatureJob.ts';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { withTestDatabase } from '../../../support/testDatabase.ts';

type Json = Record<string, never> & Record<string, unknown>;

const database = withTestDatabase('embedded');
let service: DatabaseService;
let ada: Account;
let eve: Account;

beforeAll(async () => {
  service = await startDatabaseService(database());
  [ada, eve] = [await newAccount(service), await newAccount(service)];
});
afterAll(() => service.app.close());

const keyOf = async (scope: string): Promise<{ key: string }> => {
  const made = await service.ask('POST', '/v1/api-keys/', ada, { name: scope, scopes: [scope] });
  return { key: String(made.body.key) };
};
const send = async (url: string, scene: string, who = ada): Promise<Json> => {
  const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...who.headers };
  return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
};

test('POST /verify: the commitment of the matched asset is in the answer and in its words', async () => {
  const { id } = await send('/v1/assets/', 'tower');
  expect(await send('/v1/verify/', 'tower')).toMatchObject({
    blockchain: { commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null },
  });
  const { body } = await service.ask('POST', '/v1/blockchain/commit', ada, { asset_id: id });
  const holds = { commitment_found: true, signature_valid: true, on_chain: true };
  // The transaction names the asset.
  expect((await send('/v1/verify/', 'tower', eve)).blockchain).toEqual({ ...holds, tx_hash: null });
  const verdict = await send('/v1/verify/', 'tower');
  expect(verdict.blockchain).toEqual({ ...holds, tx_hash: body.tx_hash });
  expect(verdict.evidence).toContainEqual(expect.objectContaining({ kind: 'ledger', state: 'for', asset_id: id }));
});

test('provenance: every step is signed by the organization, the commitment is one of them', async () => {
  const { id } = await send('/v1/assets/', 'mill');
  const { body } = await service.ask('POST', '/v1/blockchain/commit', ada, { asset_id: id });
  await signatureJob(service.ports, () => false)();
  const { entries } = (await service.ask('GET', `/v1/assets/${id}/provenance`, ada)).body as unknown as {
    entries: Record<string, never>[];
  };
  expect(entries.at(-1)).toMatchObject({ action: 'committed', details: { commitment_id: body.commitment_id } });
  const { keys } = (await service.ask('GET', '/.well-known/jwks.json', null)).body as unknown as { keys: Json[] };
  for (const { hash, signature, kid } of entries) {
    const key = keys.find((one) => one.kid === kid);
    const message = Buffer.from(`assay provenance v1\n${hash}`);
    expect(
      verifyEd25519(Buffer.from(String(key?.x), 'base64url'), message, Buffer.from(String(signature), 'base64')),
    ).toBe(true);
  }
});

test('200: the proof with its salts is for members where strangers may not verify', async () => {
  const { id, organization_id } = await send('/v1/assets/', 'vault');
  const { body } = await service.ask('POST', '/v1/blockchain/commit', ada, { asset_id: id });
  const proofFor = async (who: Parameters<DatabaseService['ask']>[2]) => {
    // Asked later than a proof that waits for the next checkpoint would be.
    service.ports.clock.advance(60_000);
    const checked = await service.ask('GET', `/v1/blockchain/verify/${body.tx_hash}`, who);
    expect(checked.body).toMatchObject({ verified: true, commitment_found: true });
    return checked.body.proof;
  };
  expect(await proofFor(null)).toMatchObject({ payload: expect.any(String) });
  const url = `/v1/organizations/${organization_id}`;
  expect((await service.ask('PATCH', url, ada, { public_verification: false })).status).toBe(200);
  expect([await proofFor(null), await proofFor(eve)]).toEqual([null, null]);
  expect(await proofFor(ada)).toMatchObject({ payload: expect.any(String) });
  expect(await proofFor(await keyOf('commit'))).toBeNull();
  expect(await proofFor(await keyOf('verify'))).toMatchObject({ payload: expect.any(String) });
});

test('200: a key without the scope may read what any stranger may; a bad one is 401, and work asks for the scope', async () => {
  const { id, organization_id } = await send('/v1/assets/', 'chapel');
  await service.ask('PATCH', `/v1/organizations/${organization_id}`, ada, { public_verification: true });
  const { body } = await service.ask('POST', '/v1/blockchain/commit', ada, { asset_id: id });
  const committer = await keyOf('commit');
  service.ports.clock.advance(60_000);
  const proof = await service.ask('GET', `/v1/blockchain/verify/${body.tx_hash}`, committer);
  expect([proof.status, proof.body.proof]).toMatchObject([200, { payload: expect.any(String) }]);
  const binding = '/v1/c2pa/matches/byBinding?alg=org.example&value=AAAA';
  for (const url of ['/v1/c2pa/manifests/urn:c2pa:none', binding])
    expect((await service.ask('GET', url, committer)).status, url).toBe((await service.ask('GET', url, null)).status);
  const bad = { key: `${committer.key.slice(0, -1)}!` };
  expect((await service.ask('GET', `/v1/blockchain/verify/${body.tx_hash}`, bad)).status).toBe(401);
  const verified = await service.ask('POST', '/v1/verify/', committer, {});
  expect([verified.status, verified.body]).toMatchObject([403, { required_scope: 'verify' }]);
});
