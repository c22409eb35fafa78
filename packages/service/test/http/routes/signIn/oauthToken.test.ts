import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKey } from '../../../../src/app/ports/accounts/apiKeys.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';

let service: TestService;
let ada: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterAll(() => service.app.close());

const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;
const told = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, codeOf(answer)];

async function keyWith(fields: Partial<ApiKey> = {}): Promise<{ key: ApiKey; secret: string }> {
  const { ports } = service;
  const { secret, ...minted } = ports.keySecrets.mint();
  const key: ApiKey = {
    id: ports.ids.uuid(),
    organizationId: (await ports.memberships.personal(ada.id)).organization.id,
    userId: ada.id,
    name: 'program',
    scopes: ['read', 'verify'],
    rateLimitPerHour: null,
    rateLimitPerDay: null,
    isActive: true,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    rotatedToId: null,
    createdAt: ports.clock.now(),
    ...minted,
    ...fields,
  };
  ports.apiKeys.keys.set(key.id, key);
  return { key, secret };
}

const ask = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/v1/auth/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const grant = (key: ApiKey, secret: string, more: Record<string, string> = {}) =>
  ask({ grant_type: 'client_credentials', client_id: key.id, client_secret: secret, ...more });
const tokenOf = async (fields: Partial<ApiKey> = {}, scope?: string) => {
  const { key, secret } = await keyWith(fields);
  const answer = await grant(key, secret, scope === undefined ? {} : { scope });
  return { key, secret, token: (answer.json() as { access_token: string }).access_token };
};
const list = (token: string, more: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url: '/v1/assets/', headers: { authorization: `Bearer ${token}`, ...more } });
const upload = (token: string) => {
  const form = formOf([{ name: 'file', value: toyPicture('machine'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, authorization: `Bearer ${token}` };
  return service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
};

describe('the grant', () => {
  test('200: a bearer token of an hour with the scopes of the key, which works like the key', async () => {
    const { key, secret } = await keyWith();
    const answer = await grant(key, secret);
    expect(answer.json()).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read verify' });
    expect(answer.headers['cache-control']).toBe('no-store');
    const { access_token } = answer.json() as { access_token: string };
    expect(decodeJwt(access_token)).toMatchObject({
      sub: ada.id,
      typ: 'access',
      scope: 'read verify',
      client_id: key.id,
    });
    expect((await list(access_token)).statusCode).toBe(200);
    expect(service.ports.apiKeys.keys.get(key.id)?.lastUsedAt).toEqual(service.ports.clock.now());
  });

  test('200: by HTTP Basic, and as JSON', async () => {
    const { key, secret } = await keyWith();
    const basic = `Basic ${Buffer.from(`${key.id}:${encodeURIComponent(secret)}`).toString('base64')}`;
    expect((await ask({ grant_type: 'client_credentials' }, { authorization: basic })).statusCode).toBe(200);
    const payload = { grant_type: 'client_credentials', client_id: key.id, client_secret: secret };
    expect((await service.app.inject({ method: 'POST', url: '/v1/auth/oauth/token', payload })).statusCode).toBe(200);
  });

  test('200: fewer scopes than the key has; 403: what they leave out is INSUFFICIENT_SCOPE', async () => {
    const { token } = await tokenOf({ scopes: ['read', 'verify', 'write'] }, 'read');
    expect((await list(token)).statusCode).toBe(200);
    const refused = await upload(token);
    expect(told(refused)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(refused.json()).toMatchObject({ required_scope: 'write' });
    const { token: all } = await tokenOf({ scopes: ['*'] }, 'upload');
    expect((await upload(all)).statusCode).toBe(201);
    expect(told(await list(all))).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  test('400: scopes that the key does not have, or nobody knows, are invalid_scope', async () => {
    const { key, secret } = await keyWith();
    for (const scope of ['write', 'read write', 'everything', 'read  __proto__']) {
      const answer = await grant(key, secret, { scope });
      expect(told(answer), scope).toEqual([400, 'BAD_REQUEST']);
      expect(answer.json()).toMatchObject({ error: 'invalid_scope', error_description: expect.any(String) });
    }
  });

  test('400: another grant, or none', async () => {
    const { key, secret } = await keyWith();
    expect((await grant(key, secret, { grant_type: 'password' })).json()).toMatchObject({
      error: 'unsupported_grant_type',
    });
    const none = await ask({ client_id: key.id, client_secret: secret });
    expect([none.statusCode, none.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('401: a wrong secret, the id of another key, a key that ended, no client at all are invalid_client', async () => {
    const { key, secret } = await keyWith();
    const other = await keyWith();
    const gone = await keyWith({ revokedAt: service.ports.clock.now() });
    for (const [id, text] of [
      [key.id, `${secret.slice(0, -1)}!`],
      [key.id, other.secret],
      [gone.key.id, gone.secret],
    ] as const) {
      const answer = await ask({ grant_type: 'client_credentials', client_id: id, client_secret: text });
      expect(told(answer)).toEqual([401, 'INVALID_API_KEY']);
      expect(answer.json()).toMatchObject({ error: 'invalid_client' });
    }
    expect(told(await ask({ grant_type: 'client_credentials' }))).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('the token', () => {
  test('401: it ends with its key: revoked, switched off, or its maker left', async () => {
    for (const change of [
      { revokedAt: service.ports.clock.now() },
      { isActive: false },
      { userId: service.ports.ids.uuid() },
    ]) {
      const { key, token } = await tokenOf();
      expect((await list(token)).statusCode).toBe(200);
      service.ports.apiKeys.keys.set(key.id, { ...key, ...change });
      expect(told(await list(token))).toEqual([401, 'INVALID_TOKEN']);
    }
  });

  test('403: scopes that the key lost are lost to its tokens too', async () => {
    const { key, token } = await tokenOf();
    service.ports.apiKeys.keys.set(key.id, { ...key, scopes: ['verify'] });
    expect(told(await list(token))).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  test('200: it lives no longer than a key that ends sooner', async () => {
    const { key, secret } = await keyWith({ expiresAt: new Date(service.ports.clock.now().getTime() + 60_500) });
    expect((await grant(key, secret)).json()).toMatchObject({ expires_in: 60 });
  });

  test('403: the account of whoever made the key is out of its reach; 401: it is no refresh token', async () => {
    const { token } = await tokenOf({ scopes: ['*'] });
    const headers = { authorization: `Bearer ${token}` };
    for (const [method, path] of [
      ['GET', 'me'],
      ['DELETE', 'me'],
      ['GET', 'sessions'],
      ['POST', 'change-password'],
      ['GET', 'me/export'],
    ] as const)
      expect(told(await service.app.inject({ method, url: `/v1/auth/${path}`, headers })), path).toEqual([
        403,
        'FORBIDDEN',
      ]);
    // A key has no session to end: whoever asks with one is not signed in.
    const logout = await service.app.inject({ method: 'POST', url: '/v1/auth/logout', headers });
    expect(told(logout)).toEqual([401, 'UNAUTHENTICATED']);
    const payload = { refresh_token: token };
    const refresh = await service.app.inject({ method: 'POST', url: '/v1/auth/refresh', payload });
    expect(told(refresh)).toEqual([401, 'INVALID_TOKEN']);
  });

  test('400: together with an API key of another organization', async () => {
    const eve = await openAccount(service, 'eve@example.org');
    const organizationId = (await service.ports.memberships.personal(eve.id)).organization.id;
    const { token, secret } = await tokenOf();
    const foreign = await keyWith({ organizationId, userId: eve.id });
    expect((await list(token, { 'x-api-key': secret })).statusCode).toBe(200);
    expect(told(await list(token, { 'x-api-key': foreign.secret }))).toEqual([400, 'AMBIGUOUS_CREDENTIALS']);
  });
});
