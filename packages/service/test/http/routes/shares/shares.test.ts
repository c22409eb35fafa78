import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

type Json = Record<string, unknown>;
let service: TestService;
let ada: Account;
let eve: Account;
let asset: { id: string; organization_id: string };
let verification: { verification_id: string };

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, who: Account | null, payload?: Json) =>
  service.app.inject({ method, url, headers: who?.headers ?? {}, ...(payload ? { payload } : {}) });
const sendPicture = async (url: string, picture: Uint8Array, who: Account): Promise<Json> => {
  const form = formOf([
    { name: 'title', value: 'Harbour at dawn' },
    { name: 'file', value: picture, fileName: 'IMG_secret.jpg' },
  ]);
  const headers = { ...form.headers, ...who.headers };
  return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
};
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

/** The two things that can be shared. */
const places = () => [`/v1/assets/${asset.id}/share`, `/v1/verify/${verification.verification_id}/share`] as const;

beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
  asset = (await sendPicture('/v1/assets/', toyPicture('harbour'), ada)) as typeof asset;
  verification = (await sendPicture('/v1/verify/', toyPicture('harbour'), ada)) as typeof verification;
});
afterAll(() => service.app.close());

describe('share links', () => {
  test('201: an asset is shown to everyone, without metadata, file name or people', async () => {
    const made = await call('POST', places()[0], ada);
    expect(made.statusCode, made.body).toBe(201);
    const { url, token, expires_at } = made.json() as Record<string, string>;
    expect(url).toBe(`http://assay.test/s/${token}`);
    expect(made.headers.location).toBe(url);
    expect(expires_at).toBeNull();
    const shown = await call('GET', `/v1/shared/${token}`, null);
    expect(shown.statusCode, shown.body).toBe(200);
    expect(shown.json()).toMatchObject({
      kind: 'asset',
      asset: { id: asset.id, title: 'Harbour at dawn' },
      verification: null,
    });
    expect(shown.body).not.toMatch(/exif|Toy|secret|example\.org|organization|created_by/);
    expect(shown.headers['cache-control']).toBe('no-store');
  });

  test('201: a result is shown to everyone, and never whose copy it was', async () => {
    const copy = (await call('POST', `/v1/assets/${asset.id}/copies`, ada, { recipient: 'Leaky' })).json() as Json;
    const result = await sendPicture('/v1/verify/', Buffer.from(`TOY harbour MARK ${copy.id}`), ada);
    expect(result).toMatchObject({ recipient_copy: { recipient: 'Leaky' } });
    const { token } = (await call('POST', `/v1/verify/${result.verification_id}/share`, ada)).json() as Json;
    const shown = await call('GET', `/v1/shared/${token}`, null);
    expect(shown.json()).toMatchObject({ kind: 'verification', verification: { asset_id: null } });
    expect(shown.body).not.toMatch(/Leaky|recipient/);
    expect(shown.body).not.toContain(String(copy.id));
  });

  test('204, then 410: a revoked link is gone, and revoking again is no error', async () => {
    for (const place of places()) {
      const { id, token } = (await call('POST', place, ada, { expires_in: null })).json() as Json;
      for (const attempt of [1, 2])
        expect((await call('DELETE', `${place}/${id}`, ada)).statusCode, String(attempt)).toBe(204);
      const answer = await call('GET', `/v1/shared/${token}`, null);
      expect([answer.statusCode, codeOf(answer)]).toEqual([410, 'GONE']);
      expect(answer.headers['cache-control']).toBe('no-store');
      const { items } = (await call('GET', place, ada)).json() as { items: Json[] };
      expect(items.find((link) => link.id === id)).toMatchObject({ revoked_at: expect.any(String) });
      expect(JSON.stringify(items)).not.toContain(String(token));
    }
  });

  test('410: an expired link is gone', async () => {
    const { token } = (await call('POST', places()[0], ada, { expires_in: 60 })).json() as Json;
    expect((await call('GET', `/v1/shared/${token}`, null)).statusCode).toBe(200);
    service.ports.clock.advance(60_000);
    expect(codeOf(await call('GET', `/v1/shared/${token}`, null))).toBe('GONE');
  });

  test('404: no such link, no such share, or what it showed was deleted', async () => {
    expect(codeOf(await call('GET', '/v1/shared/nonsense', null))).toBe('LINK_NOT_FOUND');
    for (const place of places())
      expect(codeOf(await call('DELETE', `${place}/${ada.id}`, ada))).toBe('LINK_NOT_FOUND');
    const other = await sendPicture('/v1/assets/', toyPicture('meadow'), ada);
    const { token } = (await call('POST', `/v1/assets/${other.id}/share`, ada)).json() as Json;
    await call('DELETE', `/v1/assets/${other.id}`, ada);
    expect((await call('GET', `/v1/shared/${token}`, null)).statusCode).toBe(404);
  });

  test('404: the link of one thing cannot be revoked under another', async () => {
    const { id, token } = (await call('POST', places()[0], ada)).json() as Json;
    expect((await call('DELETE', `${places()[1]}/${id}`, ada)).statusCode).toBe(404);
    expect((await call('GET', `/v1/shared/${token}`, null)).statusCode).toBe(200);
  });

  test('404: strangers may not share, whatever their body says', async () => {
    for (const place of places()) expect((await call('POST', place, eve, { expires_in: 'long' })).statusCode).toBe(404);
  });

  test('403: a viewer may not share an asset; 401: nobody without a credential', async () => {
    const vera = await openAccount(service, 'vera@example.org');
    service.join(vera.id, asset.organization_id, 'viewer');
    expect((await call('POST', places()[0], vera)).statusCode).toBe(403);
    for (const place of places()) expect((await call('POST', place, null)).statusCode).toBe(401);
  });

  test('422: too short a life', async () => {
    for (const place of places()) expect((await call('POST', place, ada, { expires_in: 59 })).statusCode).toBe(422);
  });
});
