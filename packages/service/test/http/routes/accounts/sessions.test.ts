import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';
import { TEST_ENGINES, whySkipped } from '../../../support/testDatabase.ts';

const DAY_MS = 24 * 3600_000;
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;
const told = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, codeOf(answer)];

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`sessions [${whySkipped(engine) ?? engine}]`, () => {
    const service = withAccountService(engine);
    const inject = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string | null, payload?: object) =>
      service().app.inject({
        method,
        url: `/v1/auth/${path}`,
        headers: { 'user-agent': 'test agent', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(payload ? { payload } : {}),
      });
    const logIn = async (email: string) =>
      (await inject('POST', 'login', null, { email, password: PASSWORD })).json() as Tokens;
    const refresh = (refresh_token: string, rotate?: boolean) =>
      inject('POST', 'refresh', null, { refresh_token, ...(rotate === undefined ? {} : { rotate }) });
    const rotated = async (token: string) => (await refresh(token, true)).json() as Tokens;

    describe('refresh', () => {
      test('200: with `rotate` false exactly the members of the contract, and the token stays valid', async () => {
        const { refreshToken } = await openAccount(service(), 'plain@example.org');
        for (let i = 0; i < 3; i++) {
          const answer = await refresh(refreshToken, false);
          expect(Object.keys(answer.json() as object).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
          service().ports.clock.advance(60_000);
        }
      });

      test('200: whoever asks for nothing gets a successor, and the token that he shows again later ends the session', async () => {
        const { refreshToken } = await openAccount(service(), 'default@example.org');
        const next = (await refresh(refreshToken)).json() as Tokens;
        expect(next.refresh_token).toMatch(/^ey/);
        expect(next.refresh_token).not.toBe(refreshToken);
        service().ports.clock.advance(31_000);
        expect(told(await refresh(refreshToken))).toEqual([401, 'TOKEN_REUSED']);
        expect(told(await refresh(next.refresh_token))).toEqual([401, 'INVALID_TOKEN']);
      });

      test('200: rotation gives a new refresh token of 30 days, and both new tokens work', async () => {
        const { refreshToken } = await openAccount(service(), 'rotate@example.org');
        service().ports.clock.advance(20 * DAY_MS);
        const next = await rotated(refreshToken);
        expect(next.refresh_token).not.toBe(refreshToken);
        expect((await inject('GET', 'me', next.access_token)).statusCode).toBe(200);
        service().ports.clock.advance(20 * DAY_MS);
        expect((await refresh(next.refresh_token)).statusCode).toBe(200);
      });

      test('401: after 90 days a session ends, however often its token was replaced', async () => {
        let { refreshToken } = await openAccount(service(), 'absolute@example.org');
        for (const days of [29, 29, 29]) {
          service().ports.clock.advance(days * DAY_MS);
          refreshToken = (await rotated(refreshToken)).refresh_token;
        }
        const { exp } = JSON.parse(Buffer.from(refreshToken.split('.')[1] ?? '', 'base64url').toString()) as {
          exp: number;
        };
        expect(Math.round(exp - service().ports.clock.now().getTime() / 1000)).toBeLessThanOrEqual(3 * 24 * 3600);
        service().ports.clock.advance(2 * DAY_MS);
        const last = await rotated(refreshToken);
        service().ports.clock.advance(DAY_MS);
        expect((await refresh(last.refresh_token)).statusCode).toBe(401);
        expect((await inject('GET', 'me', last.access_token)).statusCode).toBe(401);
      });

      test('200: within 30 s the old token gives the same successor, letter for letter', async () => {
        const { refreshToken } = await openAccount(service(), 'lost@example.org');
        const first = await rotated(refreshToken);
        service().ports.clock.advance(29_000);
        const again = await rotated(refreshToken);
        expect(again.refresh_token).toBe(first.refresh_token);
        expect((await refresh(first.refresh_token, true)).statusCode).toBe(200);
      });

      test('200: the same token ten times at once gives one successor', async () => {
        const { refreshToken } = await openAccount(service(), 'storm@example.org');
        const answers = await Promise.all(Array.from({ length: 10 }, () => rotated(refreshToken)));
        expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
      });

      test.each([true, false])(
        '401: a replaced token later is TOKEN_REUSED, ends the whole session and is told by mail (rotate %s)',
        async (rotate) => {
          const email = `thief-${rotate}@example.org`;
          const { refreshToken } = await openAccount(service(), email);
          const other = await logIn(email);
          const next = await rotated(refreshToken);
          service().ports.clock.advance(31_000);
          expect(told(await refresh(refreshToken, rotate))).toEqual([401, 'TOKEN_REUSED']);
          expect(told(await refresh(next.refresh_token, true))).toEqual([401, 'INVALID_TOKEN']);
          expect(told(await inject('GET', 'me', next.access_token))).toEqual([401, 'INVALID_TOKEN']);
          expect((await inject('GET', 'me', other.access_token)).statusCode).toBe(200);
          expect((await service().mailsTo(email)).map(({ subject }) => subject)).toContainEqual(
            expect.stringMatching(/ended for safety/),
          );
        },
      );
    });

    describe('list and end', () => {
      test('200: a page of live sessions, the newest first, which one asks, from where', async () => {
        await openAccount(service(), 'list@example.org');
        service().ports.clock.advance(1000);
        const { access_token, refresh_token } = await logIn('list@example.org');
        await refresh(refresh_token);
        const answer = await inject('GET', 'sessions', access_token);
        expect(answer.headers['cache-control']).toBe('no-store');
        const page = answer.json() as { items: Record<string, unknown>[]; total: number };
        expect(page).toMatchObject({ total: 2, page: 1, page_size: 20, pages: 1 });
        expect(page.items.map(({ is_current }) => is_current)).toEqual([true, false]);
        expect(page.items[0]).toMatchObject({ user_agent: 'test agent', ip: '127.0.0.1' });
        expect(page.items[0]?.last_used_at).toBe(service().ports.clock.now().toISOString());
        expect(page.items[1]?.last_used_at).toBeNull();
        const second = await inject('GET', 'sessions?page=2&page_size=1', access_token);
        expect((second.json() as { items: unknown[] }).items).toEqual([page.items[1]]);
      });

      test('204: ending another session refuses its tokens at once; 404: it cannot be ended twice', async () => {
        const { headers } = await openAccount(service(), 'end@example.org');
        const { access_token } = await logIn('end@example.org');
        const { items } = (await inject('GET', 'sessions', access_token)).json() as {
          items: { id: string; is_current: boolean }[];
        };
        const other = items.find(({ is_current }) => !is_current)?.id;
        expect((await inject('DELETE', `sessions/${other}`, access_token)).statusCode).toBe(204);
        expect((await inject('GET', 'me', headers.authorization.slice(7))).statusCode).toBe(401);
        expect((await inject('GET', 'me', access_token)).statusCode).toBe(200);
        expect(told(await inject('DELETE', `sessions/${other}`, access_token))).toEqual([404, 'SESSION_NOT_FOUND']);
      });

      test('404: a session of another account looks like a missing one, and goes on', async () => {
        const eve = await openAccount(service(), 'eve@example.org');
        await openAccount(service(), 'victim@example.org');
        const victim = await logIn('victim@example.org');
        const { items } = (await inject('GET', 'sessions', victim.access_token)).json() as { items: { id: string }[] };
        const token = eve.headers.authorization.slice(7);
        const foreign = await inject('DELETE', `sessions/${items[0]?.id}`, token);
        const missing = await inject('DELETE', `sessions/${randomUUID()}`, token);
        expect(told(foreign)).toEqual([404, 'SESSION_NOT_FOUND']);
        expect((foreign.json() as { detail: string }).detail).toBe((missing.json() as { detail: string }).detail);
        expect((await inject('GET', 'me', victim.access_token)).statusCode).toBe(200);
        expect((await inject('DELETE', 'sessions/no-uuid', token)).statusCode).toBe(422);
      });

      test('204: everywhere means here as well, and nobody else', async () => {
        const { headers } = await openAccount(service(), 'all@example.org');
        const eve = await openAccount(service(), 'not-all@example.org');
        const { access_token } = await logIn('all@example.org');
        expect((await inject('DELETE', 'sessions', access_token)).statusCode).toBe(204);
        for (const token of [access_token, headers.authorization.slice(7)])
          expect((await inject('GET', 'me', token)).statusCode).toBe(401);
        expect((await inject('GET', 'me', eve.headers.authorization.slice(7))).statusCode).toBe(200);
      });

      test('401: without a credential', async () => {
        expect(told(await inject('GET', 'sessions', null))).toEqual([401, 'UNAUTHENTICATED']);
        expect(told(await inject('DELETE', 'sessions', null))).toEqual([401, 'UNAUTHENTICATED']);
      });
    });
  });
