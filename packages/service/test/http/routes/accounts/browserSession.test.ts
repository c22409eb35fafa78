import { describe, expect, test } from 'vitest';
import { openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';
import { TEST_ENGINES, whySkipped } from '../../../support/testDatabase.ts';

const BASE = 'https://assay.test';
const PATH = '/v1/auth/browser-session';
/** As a page of the service sends it. */
const PAGE = { 'x-assay-page': '1', origin: BASE };
const COOKIE = /^(__Host-assay_session)=([^;]*); Max-Age=(\d+); Path=\/; HttpOnly; Secure; SameSite=Strict$/;

type Answer = { statusCode: number; headers: Record<string, unknown>; json(): unknown };
const codeOf = (answer: Answer) => (answer.json() as { error_code: string }).error_code;
const setCookieOf = (answer: Answer) => COOKIE.exec(String(answer.headers['set-cookie'])) ?? [];
/** As the browser sends it back. */
const cookieOf = (answer: Answer) => {
  const [, name, value] = setCookieOf(answer);
  return { cookie: `${name}=${value}` };
};
const tokenOf = (answer: Answer) => (answer.json() as { access_token: string }).access_token;

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`sessions of browsers [${whySkipped(engine) ?? engine}]`, () => {
    const service = withAccountService(engine, { publicBaseUrl: () => BASE });
    const send = (method: 'POST' | 'DELETE', path: string, headers: Record<string, string>, payload?: object) =>
      service().app.inject({ method, url: `${PATH}${path}`, headers, ...(payload ? { payload } : {}) });
    const signIn = (email: string, headers: Record<string, string> = PAGE) =>
      send('POST', '', headers, { email, password: PASSWORD });
    const refresh = (cookie: Record<string, string> = {}) => send('POST', '/refresh', { ...PAGE, ...cookie });
    const meStatus = async (token: string) =>
      (await service().app.inject({ url: '/v1/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode;

    test('200: the refresh token goes into a cookie that no script reads, for 30 days, and nowhere else', async () => {
      await openAccount(service(), 'page@example.org');
      const answer = await signIn('page@example.org');
      expect(answer.statusCode).toBe(200);
      const [, , value, maxAge] = setCookieOf(answer);
      expect(value).toMatch(/^ey/);
      expect(Number(maxAge)).toBe(30 * 24 * 3600);
      expect(answer.body).not.toContain(value);
      expect(Object.keys(answer.json() as object).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await meStatus(tokenOf(answer))).toBe(200);
    });

    test('200: a refresh replaces the cookie; the one before ends the session when it is shown later', async () => {
      await openAccount(service(), 'turn@example.org');
      const first = cookieOf(await signIn('turn@example.org'));
      const second = await refresh(first);
      expect(second.statusCode).toBe(200);
      expect(cookieOf(second)).not.toEqual(first);
      expect(cookieOf(await refresh(first))).toEqual(cookieOf(second)); // two windows that open at once
      service().ports.clock.advance(31_000);
      const late = await refresh(first);
      expect([late.statusCode, codeOf(late)]).toEqual([401, 'TOKEN_REUSED']);
      expect(String(late.headers['set-cookie'])).toMatch(/^__Host-assay_session=; Max-Age=0;/);
      expect(await meStatus(tokenOf(second))).toBe(401);
    });

    test('204: where nobody is signed in, a refresh says so without a failure', async () => {
      const answer = await refresh();
      expect([answer.statusCode, answer.body, answer.headers['set-cookie']]).toEqual([204, '', undefined]);
    });

    test('204: signing out ends the session and takes the cookie away, also when the session has ended before', async () => {
      await openAccount(service(), 'leave@example.org');
      const opened = await signIn('leave@example.org');
      for (let i = 0; i < 2; i += 1) {
        const left = await send('DELETE', '', { ...PAGE, ...cookieOf(opened) });
        expect(left.statusCode).toBe(204);
        expect(String(left.headers['set-cookie'])).toMatch(/^__Host-assay_session=; Max-Age=0;/);
      }
      expect(await meStatus(tokenOf(opened))).toBe(401);
      expect((await refresh(cookieOf(opened))).statusCode).toBe(401);
    });

    test('403: a request that no page of ours sent does nothing, whatever cookie comes with it', async () => {
      await openAccount(service(), 'forged@example.org');
      const opened = await signIn('forged@example.org');
      const cookie = cookieOf(opened);
      const strangers: Record<string, string>[] = [
        { ...cookie, origin: BASE },
        { ...cookie, 'x-assay-page': '1' },
        { ...cookie, 'x-assay-page': '1', origin: 'https://evil.test' },
        { ...cookie, 'x-assay-page': '1', origin: 'null' },
        { ...cookie, 'x-assay-page': '1', origin: 'http://assay.test' },
      ];
      for (const headers of strangers) {
        for (const answer of [
          await send('POST', '/refresh', headers),
          await send('DELETE', '', headers),
          await signIn('forged@example.org', headers),
        ]) {
          expect([answer.statusCode, codeOf(answer)], JSON.stringify(headers)).toEqual([403, 'FORBIDDEN']);
          expect(answer.headers['set-cookie']).toBeUndefined();
        }
      }
      expect(await meStatus(tokenOf(opened))).toBe(200);
      expect((await refresh(cookie)).statusCode).toBe(200);
    });

    test('200: a page under the address that was asked for is ours, too', async () => {
      await openAccount(service(), 'other@example.org');
      const host = { host: 'localhost:8080', origin: 'http://localhost:8080', 'x-assay-page': '1' };
      expect((await signIn('other@example.org', host)).statusCode).toBe(200);
    });

    test('401: a wrong password is INVALID_CREDENTIALS and sets no cookie', async () => {
      await openAccount(service(), 'wrong@example.org');
      const answer = await send('POST', '', PAGE, { email: 'wrong@example.org', password: 'another one' });
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'INVALID_CREDENTIALS']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    });

    test('401: a code of no sign-in opens nothing', async () => {
      const answer = await send('POST', '', PAGE, { code: 'ey.made.up' });
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'INVALID_TOKEN']);
    });
  });

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`the service before anybody signs in [${engine}]`, () => {
    const service = withAccountService(engine);
    const facts = async () => (await service().app.inject({ url: '/v1/service' })).json();

    test('200: says whether there is an account, and what a page has to know to help with one', async () => {
      expect(await facts()).toEqual({
        has_accounts: false,
        password_chars_min: service().ports.limits.passwordCharsMin,
        upload_bytes_max: service().ports.limits.uploadBytesMax,
        import_bytes_max: service().ports.importSources.archiveBytesMax,
      });
      await openAccount(service(), 'first@example.org');
      expect(await facts()).toMatchObject({ has_accounts: true });
    });

    test('200: over plain http the cookie has no prefix, which browsers would refuse there', async () => {
      const answer = await service().app.inject({
        method: 'POST',
        url: PATH,
        headers: { 'x-assay-page': '1', origin: 'http://assay.test' },
        payload: { email: 'first@example.org', password: PASSWORD },
      });
      expect(answer.headers['set-cookie']).toMatch(
        /^assay_session=ey[^;]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
      );
    });
  });
