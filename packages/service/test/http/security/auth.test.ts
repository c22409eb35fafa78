import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccount, PASSWORD, startTestService, type TestService } from '../../fakes/testService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.app.close());

const post = (path: string, payload?: object, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url: `/v1/auth/${path}`, headers, ...(payload ? { payload } : {}) });
const me = (authorization: string) =>
  service.app.inject({ method: 'GET', url: '/v1/auth/me', headers: { authorization } });
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

describe('register', () => {
  test('201: exactly the five members of the contract; no tokens, never the hash', async () => {
    const answer = await post('register', { email: ' Grace@Example.org ', password: PASSWORD, full_name: 'Grace' });
    expect(answer.statusCode).toBe(201);
    const body = answer.json() as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['created_at', 'email', 'full_name', 'id', 'tier']);
    expect(body).toMatchObject({ email: 'Grace@Example.org', full_name: 'Grace', tier: 'free' });
    expect(body.created_at).toMatch(/\.\d{3}Z$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('201: full_name may be left out or null', async () => {
    expect((await post('register', { email: 'no-name@example.org', password: PASSWORD })).statusCode).toBe(201);
    const nulled = await post('register', { email: 'nulled@example.org', password: PASSWORD, full_name: null });
    expect(nulled.json()).toMatchObject({ full_name: null });
  });

  test('409: the same address in another case is EMAIL_ALREADY_EXISTS', async () => {
    await post('register', { email: 'twice@example.org', password: PASSWORD });
    const answer = await post('register', { email: 'TWICE@EXAMPLE.ORG', password: PASSWORD });
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'EMAIL_ALREADY_EXISTS']);
  });

  test.each([
    ['too short', 'short1!'],
    ['common', 'password123'],
    ['one character', 'aaaaaaaaaaaa'],
    ['the address', 'weak@example.org'],
    ['the name with digits', 'weakling42'],
    ['too long', 'x1y2'.repeat(33)],
  ])('422: a password that is %s is WEAK_PASSWORD and says what to change', async (_why, password) => {
    const answer = await post('register', { email: 'weak@example.org', password, full_name: 'Weakling' });
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'WEAK_PASSWORD']);
    expect((answer.json() as { errors: unknown[] }).errors).toHaveLength(1);
    expect(answer.body).not.toContain(`"${password}"`);
  });

  test.each([
    [{ password: PASSWORD }, 'email'],
    [{ email: 'a@b.cd' }, 'password'],
    [{ email: 'no at sign', password: PASSWORD }, 'email'],
    [{ email: 'a@localhost', password: PASSWORD }, 'email'],
    [{ email: `${'a'.repeat(250)}@b.cd`, password: PASSWORD }, 'email'],
    [{ email: 7, password: PASSWORD }, 'email'],
    [{ email: 'a@b.cd', password: PASSWORD, full_name: 'nul \0' }, 'full_name'],
    [{ email: 'a@b.cd', password: PASSWORD, full_name: 'x'.repeat(256) }, 'full_name'],
  ])('422: %o names the field %s', async (payload, field) => {
    const answer = await post('register', payload);
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'VALIDATION_ERROR']);
    expect((answer.json() as { errors: { field: string }[] }).errors[0]?.field).toBe(field);
  });

  test('201: what only the service may set is ignored', async () => {
    const payload = { email: 'mass@example.org', password: PASSWORD, tier: 'enterprise', is_verified: true };
    expect((await post('register', payload)).json()).toMatchObject({ tier: 'free' });
    const { headers } = await openAccount(service, 'mass2@example.org');
    expect((await me(headers.authorization)).json()).toMatchObject({ is_verified: false });
  });
});

describe('log in', () => {
  test('200: the pair of tokens, an hour long, not to be cached', async () => {
    await post('register', { email: 'lin@example.org', password: PASSWORD });
    const answer = await post('login', { email: 'LIN@example.org', password: PASSWORD });
    expect(answer.json()).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('401: wrong password and unknown address give the same words', async () => {
    const wrong = await post('login', { email: 'lin@example.org', password: 'not this one' });
    const unknown = await post('login', { email: 'nobody@example.org', password: 'not this one' });
    for (const answer of [wrong, unknown])
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((wrong.json() as { detail: string }).detail).toBe((unknown.json() as { detail: string }).detail);
  });

  test('200: the same password typed with other code points fits', async () => {
    await post('register', { email: 'nfc@example.org', password: 'caf\u00e9 au lait 9' });
    expect((await post('login', { email: 'nfc@example.org', password: 'cafe\u0301 au lait 9' })).statusCode).toBe(200);
  });

  test('the access token has the claims of the contract', async () => {
    const { headers, id } = await openAccount(service, 'claims@example.org');
    const token = headers.authorization.slice('Bearer '.length);
    const claims = decodeJwt(token);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', kid: expect.any(String) });
    expect(claims).toMatchObject({ iss: 'assay', sub: id, typ: 'access', tier: 'free' });
    for (const name of ['aud', 'sid', 'jti', 'iat', 'nbf', 'exp']) expect(claims[name]).toBeDefined();
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  });
});

describe('tokens', () => {
  test('401: an expired access token is TOKEN_EXPIRED, after half a minute of leeway; the refresh token still works', async () => {
    const own = await startTestService();
    const { headers, refreshToken } = await openAccount(own, 'time@example.org');
    const read = () => own.app.inject({ method: 'GET', url: '/v1/auth/me', headers });
    own.ports.clock.advance(3600_000 + 20_000);
    expect((await read()).statusCode).toBe(200);
    own.ports.clock.advance(20_000);
    expect([(await read()).statusCode, codeOf(await read())]).toEqual([401, 'TOKEN_EXPIRED']);
    const refresh = () =>
      own.app.inject({
        method: 'POST',
        url: '/v1/auth/refresh',
        payload: { refresh_token: refreshToken, rotate: false },
      });
    const body = (await refresh()).json() as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
    own.ports.clock.advance(31 * 24 * 3600_000);
    expect([(await refresh()).statusCode, codeOf(await refresh())]).toEqual([401, 'TOKEN_EXPIRED']);
    await own.app.close();
  });

  test('401: a token of the wrong kind is INVALID_TOKEN in both directions', async () => {
    const { headers, refreshToken } = await openAccount(service, 'kinds@example.org');
    expect(codeOf(await me(`Bearer ${refreshToken}`))).toBe('INVALID_TOKEN');
    const access = headers.authorization.slice('Bearer '.length);
    expect(codeOf(await post('refresh', { refresh_token: access }))).toBe('INVALID_TOKEN');
  });

  test('401: tokens signed with another secret, or not at all, are INVALID_TOKEN', async () => {
    const { headers } = await openAccount(service, 'forger@example.org');
    const token = headers.authorization.slice('Bearer '.length);
    const { kid } = decodeProtectedHeader(token);
    const claims = decodeJwt(token);
    const other = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: kid as string })
      .sign(Buffer.from('another secret that nobody gave us'));
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    const changed = `${token.slice(0, -4)}AAAA`;
    for (const forged of [other, none, changed]) expect(codeOf(await me(`Bearer ${forged}`))).toBe('INVALID_TOKEN');
  });

  test('204, then 401: after logout the access token and the refresh token are refused at once', async () => {
    const { headers, refreshToken } = await openAccount(service, 'out@example.org');
    const answer = await post('logout', undefined, { ...headers, 'content-type': 'application/json' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(codeOf(await me(headers.authorization))).toBe('INVALID_TOKEN');
    expect(codeOf(await post('refresh', { refresh_token: refreshToken }))).toBe('INVALID_TOKEN');
    expect((await post('logout', undefined, headers)).statusCode).toBe(401);
  });

  test('logout ends one session and leaves the others', async () => {
    const first = await openAccount(service, 'two@example.org');
    const again = await post('login', { email: 'two@example.org', password: PASSWORD });
    await post('logout', undefined, first.headers);
    expect((await me(`Bearer ${(again.json() as { access_token: string }).access_token}`)).statusCode).toBe(200);
  });
});
