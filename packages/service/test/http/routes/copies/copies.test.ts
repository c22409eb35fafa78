import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

type Json = Record<string, unknown>;
let service: TestService;
let ada: Account;
let eve: Account;
let asset: { id: string; organization_id: string };
let copies: string;

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, who: Account | null, payload?: Json) =>
  service.app.inject({ method, url, headers: who?.headers ?? {}, ...(payload ? { payload } : {}) });
const sendPicture = async (url: string, picture: Uint8Array, who: Account | null): Promise<Json> => {
  const form = formOf([{ name: 'file', value: picture, fileName: 'harbour.jpg' }]);
  const headers = { ...form.headers, ...who?.headers };
  return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
};
const makeCopy = async (recipient: string): Promise<Json> =>
  (await call('POST', copies, ada, { recipient, note: 'for review' })).json();
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
  asset = (await sendPicture('/v1/assets/', toyPicture('harbour'), ada)) as typeof asset;
  copies = `/v1/assets/${asset.id}/copies`;
});
afterAll(() => service.app.close());

describe('making copies', () => {
  test('201: a copy has an id of its own and a file marked with it', async () => {
    const answer = await call('POST', copies, ada, { recipient: 'Daily News', note: 'until Friday' });
    expect(answer.statusCode, answer.body).toBe(201);
    const copy = answer.json() as Json;
    expect(copy).toMatchObject({
      asset_id: asset.id,
      recipient: 'Daily News',
      note: 'until Friday',
      created_by: ada.id,
    });
    expect(copy.id).not.toBe(asset.id);
    expect(answer.headers.location).toBe(`${copies}/${copy.id}`);
    const file = await call('GET', `${copies}/${copy.id}/download`, ada);
    expect(file.body).toBe(`${toyPicture('harbour')} MARK ${copy.id}`);
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(copy.content_hash);
    expect(file.headers['content-disposition']).toContain('harbour.copy.jpg');
    expect(file.headers['content-disposition']).not.toContain('Daily');
  });

  test('200: listed, the newest first, and read one by one', async () => {
    const second = await makeCopy('Second');
    const list = (await call('GET', `${copies}?page_size=1`, ada)).json() as { items: Json[]; total: number };
    expect(list.items[0]).toEqual(second);
    expect(list.total).toBeGreaterThanOrEqual(2);
    expect((await call('GET', `${copies}/${second.id}`, ada)).json()).toEqual(second);
  });

  test('200: verifications that named a copy are counted, whoever made them', async () => {
    const copy = await makeCopy('Evening Post');
    expect(copy.seen).toBeNull();
    const leaked = Buffer.from(`TOY harbour MARK ${copy.id}`);
    for (const who of [ada, null]) await sendPicture('/v1/verify/', leaked, who);
    const read = (await call('GET', `${copies}/${copy.id}`, ada)).json() as Json;
    expect(read.seen).toEqual({ checks: 2, last_at: expect.stringMatching(/^\d{4}-.*Z$/) });
    const { items } = (await call('GET', copies, ada)).json() as { items: Json[] };
    expect(items.map(({ recipient, seen }) => [recipient, (seen as Json | null)?.checks])).toContainEqual([
      'Evening Post',
      2,
    ]);
    expect(items.find(({ recipient }) => recipient === 'Second')?.seen).toBeNull();
  });

  test('204: a deleted copy is gone with its file; its marks name nothing', async () => {
    const copy = await makeCopy('Third');
    expect((await call('DELETE', `${copies}/${copy.id}`, ada)).statusCode).toBe(204);
    expect(codeOf(await call('GET', `${copies}/${copy.id}`, ada))).toBe('COPY_NOT_FOUND');
    expect((await call('DELETE', `${copies}/${copy.id}`, ada)).statusCode).toBe(404);
    expect(await service.ports.files.read(asset.id, `copy-${String(copy.id)}`)).toBeNull();
    const result = await sendPicture('/v1/verify/', Buffer.from(`TOY harbour MARK ${copy.id}`), ada);
    expect(result).toMatchObject({ asset_id: asset.id, recipient_copy: null, watermark: { payload: null } });
  });

  test('404: of an unknown or foreign asset, whatever the body says', async () => {
    for (const url of [copies, `/v1/assets/${eve.id}/copies`]) {
      const answer = await call('POST', url, eve, { recipient: 7 });
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'ASSET_NOT_FOUND']);
    }
  });

  test('404: a copy under another asset is none', async () => {
    const other = await sendPicture('/v1/assets/', toyPicture('forest'), ada);
    const copy = await makeCopy('Fourth');
    expect((await call('GET', `/v1/assets/${other.id}/copies/${copy.id}`, ada)).statusCode).toBe(404);
  });

  test('403: viewers may neither make nor list copies', async () => {
    const vera = await openAccount(service, 'vera@example.org');
    service.join(vera.id, asset.organization_id, 'viewer');
    for (const method of ['GET', 'POST'] as const)
      expect((await call(method, copies, vera, { recipient: 'x' })).statusCode).toBe(403);
  });

  test('401: without a credential', async () => {
    expect((await call('POST', copies, null, { recipient: 'x' })).statusCode).toBe(401);
  });

  test('422: a recipient is needed, and short', async () => {
    for (const payload of [{}, { recipient: '' }, { recipient: 'x'.repeat(501) }])
      expect((await call('POST', copies, ada, payload as Json)).statusCode).toBe(422);
  });
});

describe('verifying a copy', () => {
  test('its marks lead to the asset, and name the copy to members of the organization alone', async () => {
    const copy = await makeCopy('Leaky Times');
    const leaked = Buffer.from(`TOY harbour +edit MARK ${copy.id}`);
    const named = { id: copy.id, recipient: 'Leaky Times' };
    const own = await sendPicture('/v1/verify/', leaked, ada);
    expect(own).toMatchObject({ asset_id: asset.id, verdict: 'forged', recipient_copy: named });
    const again = await call('GET', `/v1/verify/${own.verification_id}`, ada);
    expect(again.json()).toMatchObject({ recipient_copy: named });
    for (const stranger of [eve, null]) {
      const foreign = await sendPicture('/v1/verify/', leaked, stranger);
      expect(foreign).toMatchObject({ asset_id: null, verdict: 'forged', recipient_copy: null });
      expect(JSON.stringify(foreign)).not.toMatch(new RegExp(`Leaky|${copy.id}|${asset.id}`));
      if (stranger) expect((await call('GET', `/v1/verify/${foreign.verification_id}`, eve)).body).not.toMatch(/Leaky/);
    }
  });

  test('its exact file is authentic beyond doubt', async () => {
    const copy = await makeCopy('Honest Post');
    const file = (await call('GET', `${copies}/${copy.id}/download`, ada)).rawPayload;
    expect(await sendPicture('/v1/verify/', file, ada)).toMatchObject({
      verdict: 'authentic',
      confidence: 1,
      asset_id: asset.id,
      recipient_copy: { id: copy.id },
    });
  });

  test('the file that everyone gets names no copy', async () => {
    const delivered = Buffer.from(`${toyPicture('harbour')} MARK ${asset.id}`);
    expect(await sendPicture('/v1/verify/', delivered, ada)).toMatchObject({ confidence: 1, recipient_copy: null });
  });
});

test('deleting the asset deletes its copies', async () => {
  const other = await sendPicture('/v1/assets/', toyPicture('meadow'), ada);
  const url = `/v1/assets/${other.id}/copies`;
  const copy = (await call('POST', url, ada, { recipient: 'x' })).json() as Json;
  expect((await call('DELETE', `/v1/assets/${other.id}`, ada)).statusCode).toBe(204);
  expect(codeOf(await call('GET', `${url}/${copy.id}`, ada))).toBe('ASSET_NOT_FOUND');
  const exact = await sendPicture('/v1/verify/', Buffer.from(`TOY meadow MARK ${copy.id}`), ada);
  expect(exact).toMatchObject({ verdict: 'unknown', recipient_copy: null });
});
