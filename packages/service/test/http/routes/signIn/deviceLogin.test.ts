import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { retentionJob } from '../../../../src/app/retentionJob.ts';
import { type Account, openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';
import { TEST_ENGINES, whySkipped } from '../../../support/testDatabase.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;
const told = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  codeOf(answer),
  (answer.json() as { error?: string }).error,
];

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
}

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`login on a device [${whySkipped(engine) ?? engine}]`, () => {
    const service = withAccountService(engine, { publicBaseUrl: () => 'https://assay.example' }, (ports) => ({
      limits: { ...ports.limits, keyChecksPerMinute: 10 },
    }));
    let ada: Account;
    let now = new Date('2026-11-23T10:00:00.000Z');
    beforeAll(async () => {
      Object.assign(service().ports.clock, { now: () => now });
      ada = await openAccount(service(), 'ada@example.org');
    });
    // Each in an hour of its own, so that limits by the minute never meet.
    beforeEach(() => pass(60 * 60));
    const pass = (seconds: number): void => {
      now = new Date(now.getTime() + seconds * 1000);
    };

    const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
      service().app.inject({ method: 'POST', url: `/v1/auth/device/${url}`, payload, headers });
    const begin = async (fields: object = { client_name: 'Command line on newsroom-3' }): Promise<Codes> => {
      const answer = await post('authorize', fields);
      expect(answer.statusCode).toBe(200);
      return answer.json() as Codes;
    };
    const signIn = async (account: Account): Promise<Record<string, string>> => {
      const payload = { email: account.email, password: PASSWORD };
      const answer = await service().app.inject({ method: 'POST', url: '/v1/auth/login', payload });
      return { authorization: `Bearer ${(answer.json() as { access_token: string }).access_token}` };
    };
    const poll = (device_code: string) => post('token', { grant_type: GRANT, device_code });
    const look = async (userCode: string, account = ada) =>
      service().app.inject({ url: `/v1/auth/device/codes/${userCode}`, headers: await signIn(account) });
    const decide = async (userCode: string, allow = true, account = ada) =>
      post(`codes/${userCode}`, { allow }, await signIn(account));

    test('200: the codes of RFC 8628, and where to type the short one', async () => {
      const answer = await post('authorize', { client_name: 'Command line' });
      expect(answer.json()).toEqual({
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verification_uri: 'https://assay.example/device',
        verification_uri_complete: expect.stringMatching(/^https:\/\/assay\.example\/device\?code=[A-Z]{4}-[A-Z]{4}$/),
        expires_in: 900,
        interval: 5,
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    test('200: OAuth libraries send forms', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const codes = (
        await service().app.inject({
          method: 'POST',
          url: '/v1/auth/device/authorize',
          headers,
          payload: 'client_id=assay',
        })
      ).json() as Codes;
      const payload = new URLSearchParams({ grant_type: GRANT, device_code: codes.device_code, client_id: 'assay' });
      const answer = await service().app.inject({
        method: 'POST',
        url: '/v1/auth/device/token',
        headers,
        payload: payload.toString(),
      });
      expect(told(answer)).toEqual([400, 'BAD_REQUEST', 'authorization_pending']);
    });

    test('200: allowed by a person, the program gets a session of theirs, once', async () => {
      const { device_code, user_code } = await begin();
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'authorization_pending']);
      expect((await decide(user_code)).statusCode).toBe(204);
      pass(5);
      const answer = await poll(device_code);
      const tokens = answer.json() as { access_token: string; refresh_token: string };
      expect(answer.statusCode).toBe(200);
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const me = await service().app.inject({ url: '/v1/auth/me', headers });
      expect((me.json() as { id: string }).id).toBe(ada.id);
      pass(5);
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'invalid_grant']);
    });

    test('200: of two polls at the same time one gets the session', async () => {
      const { device_code, user_code } = await begin();
      await decide(user_code);
      const answers = await Promise.all([poll(device_code), poll(device_code), poll(device_code)]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
    });

    test('200: the person sees who asks, however the code is typed', async () => {
      const { user_code } = await begin();
      const answer = await look(user_code.toLowerCase().replace('-', ''));
      expect(answer.json()).toMatchObject({ user_code, client_name: 'Command line on newsroom-3', ip: '127.0.0.1' });
      expect(answer.json()).not.toHaveProperty('device_code');
    });

    test('400: refused, the program is told so', async () => {
      const { device_code, user_code } = await begin();
      await decide(user_code, false);
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'access_denied']);
    });

    test('400: a program that asks too often is told to slow down', async () => {
      const { device_code } = await begin();
      await poll(device_code);
      pass(2);
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'slow_down']);
      pass(3);
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'authorization_pending']);
    });

    test('400, 410: after fifteen minutes neither code works', async () => {
      const { device_code, user_code } = await begin();
      pass(15 * 60);
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'expired_token']);
      expect((await look(user_code)).statusCode).toBe(410);
      expect((await decide(user_code)).statusCode).toBe(410);
    });

    test('410: an answer counts once', async () => {
      const { user_code } = await begin();
      const answers = await Promise.all([decide(user_code), decide(user_code, false)]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 410]);
    });

    test('410: a code that nobody was given', async () => {
      for (const code of ['BCDF-GHJK', 'nonsense', '%00'])
        expect([(await look(code)).statusCode, (await decide(code)).statusCode]).toEqual([410, 410]);
    });

    test('400: what is missing is told in the words of OAuth', async () => {
      expect(told(await post('token', {}))).toEqual([400, 'BAD_REQUEST', 'invalid_request']);
      expect(told(await post('token', { grant_type: 'password', device_code: 'x' }))).toEqual([
        400,
        'BAD_REQUEST',
        'unsupported_grant_type',
      ]);
      expect(told(await poll('x'.repeat(43)))).toEqual([400, 'BAD_REQUEST', 'invalid_grant']);
    });

    test('401, 403: strangers and API keys allow nothing', async () => {
      const { device_code, user_code } = await begin();
      expect((await post(`codes/${user_code}`, { allow: true })).statusCode).toBe(401);
      const made = await service().app.inject({
        method: 'POST',
        url: '/v1/api-keys/',
        headers: await signIn(ada),
        payload: { name: 'k', scopes: ['read'] },
      });
      const headers = { 'x-api-key': (made.json() as { key: string }).key };
      expect((await post(`codes/${user_code}`, { allow: true }, headers)).statusCode).toBe(403);
      expect((await service().app.inject({ url: `/v1/auth/device/codes/${user_code}`, headers })).statusCode).toBe(403);
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'authorization_pending']);
    });

    test('422: a name that is too long, an answer that is none', async () => {
      expect((await post('authorize', { client_name: 'x'.repeat(101) })).statusCode).toBe(422);
      const { user_code } = await begin();
      expect((await post(`codes/${user_code}`, { allow: 'yes' }, await signIn(ada))).statusCode).toBe(422);
    });

    test('429: ten codes a minute and address, to ask for and to try', async () => {
      const asked = [];
      for (let i = 0; i < 11; i++) asked.push((await post('authorize', {})).statusCode);
      expect(asked).toEqual([...Array(10).fill(200), 429]);
      const headers = await signIn(ada);
      const tried = [];
      for (let i = 0; i < 11; i++)
        tried.push((await service().app.inject({ url: '/v1/auth/device/codes/BCDF-GHJK', headers })).statusCode);
      expect(tried).toEqual([...Array(10).fill(410), 429]);
    });

    test('400: a login that was allowed ends with all sessions', async () => {
      const { device_code, user_code } = await begin();
      await decide(user_code);
      await service().app.inject({ method: 'DELETE', url: '/v1/auth/sessions', headers: await signIn(ada) });
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'invalid_grant']);
    });

    test('the audit log of the person tells both answers', async () => {
      await decide((await begin()).user_code);
      await decide((await begin({})).user_code, false);
      const { ports } = service();
      const { organization } = await ports.memberships.personal(ada.id);
      const url = `/v1/organizations/${organization.id}/audit-log?page_size=100`;
      const log = await service().app.inject({ url, headers: await signIn(ada) });
      const { items } = log.json() as { items: { action: string; details: unknown; actor_id: string }[] };
      const entries = items.filter(({ action }) => action.startsWith('device_login.')).slice(0, 2);
      expect(entries).toEqual([
        expect.objectContaining({
          action: 'device_login.refused',
          details: { client_name: null, device_ip: '127.0.0.1' },
        }),
        expect.objectContaining({
          action: 'device_login.allowed',
          details: { client_name: 'Command line on newsroom-3', device_ip: '127.0.0.1' },
        }),
      ]);
    });

    test('codes are forgotten a day after their end', async () => {
      const { device_code } = await begin();
      pass(15 * 60 + 24 * 60 * 60 + 1);
      await retentionJob(service().ports)();
      expect(told(await poll(device_code))).toEqual([400, 'BAD_REQUEST', 'invalid_grant']);
    });
  });
