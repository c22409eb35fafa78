import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { AssayClient } from '@assay/sdk/client';
import {
  AuthenticationError,
  ConflictError,
  FileRejectedError,
  NotFoundError,
  ValidationError,
} from '@assay/sdk/errors';
import { PASSWORD, UPLOAD_BYTES_MAX } from '../../service/test/fakes/testService.ts';
import { toyPicture } from '../../service/test/fakes/toyEngine.ts';
import { withAccountService } from '../../service/test/support/accountService.ts';

// The client against the service's own routes and its embedded database, over a socket; only the engine is a toy.

const service = withAccountService('embedded');
let baseUrl: string;
beforeAll(async () => {
  const { app } = service();
  await app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});

const newClient = () => new AssayClient({ baseUrl, retry: { retriesMax: 0 } });
const picture = (scene: string) => new File([new Uint8Array(toyPicture(scene))], `${scene}.jpg`);

/** A client that acts as a new user. */
async function signedIn(name: string): Promise<AssayClient> {
  const client = newClient();
  await client.register({ email: `${name}@example.org`, password: PASSWORD });
  await client.login(`${name}@example.org`, PASSWORD);
  return client;
}

test('an account: register, log in, refresh, read oneself, log out', async () => {
  const client = newClient();
  expect(await client.health()).toMatchObject({ status: 'healthy', version: '0.1.0' });
  const user = await client.register({ email: 'ada@example.org', password: PASSWORD, full_name: 'Ada' });
  expect(user).toMatchObject({ email: 'ada@example.org', tier: 'free' });
  await expect(client.register({ email: 'ada@example.org', password: PASSWORD })).rejects.toBeInstanceOf(ConflictError);
  await expect(client.login('ada@example.org', 'wrong')).rejects.toBeInstanceOf(AuthenticationError);
  expect(await client.login('ada@example.org', PASSWORD)).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect((await client.refresh()).access_token).toEqual(expect.any(String));
  expect(await client.me()).toMatchObject({ id: user.id, is_verified: false });
  await client.logout();
  await expect(client.me()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('an access token that expires meanwhile is refreshed without the caller noticing', async () => {
  const client = await signedIn('expiring');
  service().ports.clock.advance(3_700_000);
  expect(await client.me()).toMatchObject({ email: 'expiring@example.org' });
});

test('assets: upload with progress, read, change, list, search, download, delete', async () => {
  const client = await signedIn('assets');
  let sent = 0;
  const asset = await client.upload(picture('harbour'), {
    title: 'Harbour',
    tags: ['dawn', 'port'],
    trackC: false,
    onProgress: ({ sentBytes }) => (sent = sentBytes),
  });
  expect(asset).toMatchObject({ title: 'Harbour', tags: ['dawn', 'port'], processing_status: 'completed' });
  expect(asset.original_filename).toBe('harbour.jpg');
  expect(sent).toBeGreaterThan(toyPicture('harbour').length);

  expect(await client.getAsset(asset.id)).toMatchObject({ id: asset.id, cid: asset.cid });
  const changed = await client.updateAsset(asset.id, { title: null, description: 'Ships' });
  expect(changed).toMatchObject({ title: null, description: 'Ships', tags: ['dawn', 'port'] });

  for (const scene of ['north', 'south']) await client.upload(picture(scene), { title: scene });
  const titles: (string | null)[] = [];
  for await (const { title } of client.listAssets({ pageSize: 2, status: 'completed' })) titles.push(title);
  expect(titles.toSorted()).toEqual([null, 'north', 'south'].toSorted());
  expect((await client.searchAssets('nor').first()).items.map(({ title }) => title)).toEqual(['north']);

  const { blob, contentType, fileName } = await client.download(asset.id, { variant: 'original' });
  expect(Buffer.from(await blob.arrayBuffer())).toEqual(toyPicture('harbour'));
  expect(contentType).toBe('image/jpeg');
  expect(fileName).toMatch(/\.jpg$/);

  await client.deleteAsset(asset.id);
  await expect(client.getAsset(asset.id)).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
  await expect(client.getAsset(asset.id)).rejects.toBeInstanceOf(NotFoundError);
});

test('verification: one, a batch with one that fails, and the history of both', async () => {
  const client = await signedIn('verifier');
  await client.upload(picture('bridge'));
  const result = await newClient().verify(picture('bridge'), { tamperMap: true });
  expect(result).toMatchObject({ verdict: 'authentic', confidence: 1 });
  const text = new File(['not a picture'], 'text.jpg');
  const batch = await client.verifyBatch([picture('bridge'), text, picture('nowhere')]);
  expect(batch).toMatchObject({ total: 3, successful: 2, failed: 1 });
  expect(batch.results.map(({ verdict }) => verdict)).toEqual(['authentic', 'unknown', 'unknown']);
  expect(batch.results[1]?.error?.error_code).toBe('INVALID_FILE_TYPE');

  const verdicts: string[] = [];
  for await (const { verdict } of client.history({ pageSize: 1 })) verdicts.push(verdict);
  expect(verdicts.toSorted()).toEqual(['authentic', 'unknown']);
  const none = await client.history({ verdict: 'forged', startDate: new Date(0) }).first();
  expect(none).toMatchObject({ items: [], total: 0, pages: 0 });
});

test('refusals arrive as typed errors that name the fields and the request', async () => {
  const client = await signedIn('refused');
  const large = new Uint8Array(UPLOAD_BYTES_MAX + 1);
  await expect(client.upload(large)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', status: 400 });
  await expect(client.verify(new Uint8Array([1, 2, 3]))).rejects.toBeInstanceOf(FileRejectedError);
  const invalid: unknown = await client
    .listAssets({ pageSize: 1000 })
    .first()
    .catch((error: unknown) => error);
  expect(invalid).toBeInstanceOf(ValidationError);
  expect(invalid).toMatchObject({ fields: [{ field: 'page_size' }], requestId: expect.any(String) });
});

test('commitments: made, read by anyone, listed, checked on the ledger', async () => {
  const client = await signedIn('committer');
  const asset = await client.upload(picture('lighthouse'));
  const made = await client.commit(asset.id, { metadata: { edition: 1 } });
  expect(made).toMatchObject({ asset_id: asset.id, confirmation_status: 'finalized', ledger: 'embedded' });
  const stranger = newClient();
  const open = await stranger.getCommitment(made.commitment_id);
  expect(open).toMatchObject({ tx_hash: made.tx_hash, verified: true });
  const own = await client.listCommitments({ assetId: asset.id }).first();
  expect(own).toMatchObject({ total: 1, items: [{ commitment_id: made.commitment_id, metadata: { edition: 1 } }] });
  const checked = await stranger.checkTransaction(String(made.tx_hash));
  expect(checked).toMatchObject({ on_chain: true, hash_match: true, signature_valid: true, verified: true });
  await expect(stranger.getCommitment(asset.id)).rejects.toBeInstanceOf(NotFoundError);
  await expect(client.commit(asset.id, { watermarkHash: '0'.repeat(64) })).rejects.toBeInstanceOf(ValidationError);
});
