import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityProviders } from '../../../../src/adapters/oauth/identityProviders.ts';
import { openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';
import { CLIENT, type ProviderServer, startGitHubServer, startOpenIdServer } from '../../../support/providerServers.ts';
import { TEST_ENGINES, whySkipped } from '../../../support/testDatabase.ts';

const JSON_TYPE = { accept: 'application/json' };
const PAGE_TYPE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;
const told = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, codeOf(answer)];
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`sign-in by providers [${whySkipped(engine) ?? engine}]`, () => {
    const servers = new Map<string, ProviderServer>();
    beforeAll(async () => {
      servers.set('google', await startOpenIdServer());
      servers.set('github', await startGitHubServer());
    });
    afterAll(async () => {
      for (const server of servers.values()) await server.stop();
    });
    const serverOf = (provider: string) => servers.get(provider) as ProviderServer;
    const service = withAccountService(engine, {}, () => ({
      identityProviders: createIdentityProviders({
        googleClientId: CLIENT.clientId,
        googleClientSecret: CLIENT.clientSecret,
        googleIssuer: serverOf('google').url,
        githubClientId: CLIENT.clientId,
        githubClientSecret: CLIENT.clientSecret,
        githubUrl: serverOf('github').url,
        githubApiUrl: `${serverOf('github').url}/api`,
      }),
    }));

    const get = (path: string, headers: Record<string, string> = {}) =>
      service().app.inject({ method: 'GET', url: `/v1/auth/${path}`, headers });
    const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
      service().app.inject({ method: 'POST', url: `/v1/auth/${path}`, payload, headers });
    const me = async (token: string) =>
      (await get('me', { authorization: `Bearer ${token}` })).json() as Record<string, unknown>;

    /** The browser's part: to the provider and back, with the cookie. */
    const visit = async (authorizationUrl: string): Promise<URL> => {
      const answer = await fetch(authorizationUrl, { redirect: 'manual' });
      return new URL(String(answer.headers.get('location')));
    };
    const start = async (provider: string, returnTo = '') => {
      const answer = await get(
        `oauth/${provider}/start${returnTo && `?return_to=${encodeURIComponent(returnTo)}`}`,
        PAGE_TYPE,
      );
      return { to: String(answer.headers.location), cookie: cookieOf(answer), answer };
    };
    const signIn = async (provider: string, accept: Record<string, string> = JSON_TYPE) => {
      const { to, cookie } = await start(provider);
      const back = await visit(to);
      return get(`oauth/callback${back.search}`, { ...accept, cookie });
    };
    const become = (provider: string, person: Partial<ProviderServer['person']>) =>
      Object.assign(serverOf(provider).person, { emailVerified: true, name: null }, person);

    test('200: the providers that are switched on, as a page', async () => {
      expect((await get('oauth/providers')).json()).toMatchObject({
        items: [
          { id: 'google', name: 'Google', start_url: 'http://assay.test/v1/auth/oauth/google/start' },
          { id: 'github', name: 'GitHub' },
        ],
        total: 2,
        pages: 1,
      });
    });

    describe.each(['google', 'github'])('%s', (provider) => {
      const email = `new@${provider}.example.org`;

      test('302: start leads to the provider with PKCE S256, state and our callback; the cookie is for ten minutes', async () => {
        const { to, answer } = await start(provider);
        expect(answer.statusCode).toBe(302);
        const { searchParams } = new URL(to);
        expect(searchParams.get('code_challenge_method')).toBe('S256');
        expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
        expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
        expect(searchParams.get('redirect_uri')).toBe('http://assay.test/v1/auth/oauth/callback');
        expect(searchParams.has('nonce')).toBe(provider === 'google');
        const cookie = String(answer.headers['set-cookie']);
        expect(cookie).toMatch(/^assay_sign_in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
      });

      test('200: a program gets the address as JSON, and the tokens from the callback', async () => {
        become(provider, { subject: '100', email, name: 'New Person' });
        const started = await get(`oauth/${provider}/start`, JSON_TYPE);
        const { authorization_url, state } = started.json() as { authorization_url: string; state: string };
        const back = await visit(authorization_url);
        expect(back.searchParams.get('state')).toBe(state);
        const answer = await get(`oauth/callback${back.search}`, { ...JSON_TYPE, cookie: cookieOf(started) });
        expect(answer.json()).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
        const profile = await me((answer.json() as Tokens).access_token);
        expect(profile).toMatchObject({ email, full_name: 'New Person', is_verified: true, has_password: false });
        const authorization = `Bearer ${(answer.json() as Tokens).access_token}`;
        expect((await get('identities', { authorization })).json()).toMatchObject({
          items: [{ provider, email, last_login_at: expect.any(String) }],
          total: 1,
        });
      });

      test('302: a browser comes back to its page with a code that is worth one session, for a minute', async () => {
        become(provider, { subject: '100', email });
        const page = 'https://app.example.org/welcome?x=1';
        const callback = async () => {
          const { to, cookie } = await start(provider, page);
          const back = await visit(to);
          const answer = await get(`oauth/callback${back.search}`, { ...PAGE_TYPE, cookie });
          expect(answer.statusCode).toBe(302);
          const cookies = [answer.headers['set-cookie']].flat().map(String);
          const bound = String(cookies.find((text) => text.startsWith('assay_sign_in_code=')));
          expect(bound).toMatch(/^assay_sign_in_code=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
          return { target: new URL(String(answer.headers.location)), browser: { cookie: bound.split(';')[0] ?? '' } };
        };
        const { target, browser } = await callback();
        expect(target.href.startsWith(`${page}&code=`)).toBe(true);
        const code = String(target.searchParams.get('code'));
        // A code that somebody put into the address of another browser opens nothing there.
        const other = (await callback()).browser;
        for (const wrong of [{}, other, { cookie: 'assay_sign_in_code=' }])
          expect(told(await post('oauth/exchange', { code }, wrong))).toEqual([401, 'INVALID_TOKEN']);
        const answers = await Promise.all([1, 2, 3].map(() => post('oauth/exchange', { code }, browser)));
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
        const tokens = answers.find(({ statusCode }) => statusCode === 200)?.json() as Tokens;
        expect((await me(tokens.access_token)).email).toBe(email);
        expect((await post('refresh', { refresh_token: tokens.refresh_token })).statusCode).toBe(200);

        const slow = await callback();
        const late = String(slow.target.searchParams.get('code'));
        service().ports.clock.advance(60_000);
        expect(told(await post('oauth/exchange', { code: late }, slow.browser))).toEqual([401, 'INVALID_TOKEN']);
      });

      test('200: the same person comes to the same account, even with another address', async () => {
        become(provider, { subject: '100', email: `moved@${provider}.example.org` });
        const tokens = (await signIn(provider)).json() as Tokens;
        expect((await me(tokens.access_token)).email).toBe(email);
      });

      test('200: a confirmed address links to its account', async () => {
        const account = await openAccount(service(), `linked@${provider}.example.org`);
        const token = await service().tokenFor(account.email, /verify/i);
        await post('verify-email', { token });
        become(provider, { subject: '200', email: account.email.toUpperCase() });
        const tokens = (await signIn(provider)).json() as Tokens;
        expect(await me(tokens.access_token)).toMatchObject({ id: account.id, has_password: true });
      });

      test('409: an account that never confirmed the address is not linked, so nobody can lie in wait with it', async () => {
        const squatter = await openAccount(service(), `squatted@${provider}.example.org`);
        become(provider, { subject: '300', email: squatter.email });
        expect(told(await signIn(provider))).toEqual([409, 'EMAIL_ALREADY_EXISTS']);
        expect((await me(squatter.headers.authorization.slice(7))).is_verified).toBe(false);
      });

      test.each([
        ['not confirmed at the provider', { emailVerified: false }],
        ['missing', { email: null }],
      ])('403: an address that is %s opens no account', async (_why, person) => {
        become(provider, { subject: '400', email: `nobody@${provider}.example.org`, ...person });
        expect(told(await signIn(provider))).toEqual([403, 'EMAIL_NOT_VERIFIED']);
        expect(told(await post('login', { email: `nobody@${provider}.example.org`, password: PASSWORD }))[0]).toBe(401);
      });

      test('400: without the cookie, with another state, with the cookie of another attempt, or after ten minutes', async () => {
        become(provider, { subject: '100', email });
        const { to, cookie } = await start(provider);
        const other = await start(provider);
        const back = await visit(to);
        const forged = new URL(back);
        forged.searchParams.set('state', 'x'.repeat(43));
        expect(told(await get(`oauth/callback${back.search}`, JSON_TYPE))).toEqual([400, 'BAD_REQUEST']);
        for (const [search, sent] of [
          [forged.search, cookie],
          [back.search, other.cookie],
          [back.search, `${cookie}x`],
          ['', cookie],
        ] as const)
          expect(told(await get(`oauth/callback${search}`, { ...JSON_TYPE, cookie: sent }))).toEqual([
            400,
            'BAD_REQUEST',
          ]);
        service().ports.clock.advance(600_000);
        expect(told(await get(`oauth/callback${back.search}`, { ...JSON_TYPE, cookie }))).toEqual([400, 'BAD_REQUEST']);
      });

      test('401: when the person says no at the provider; a browser is led back with the error', async () => {
        const { to, cookie } = await start(provider);
        const state = String(new URL(to).searchParams.get('state'));
        const search = `?error=access_denied&state=${state}`;
        const answer = await get(`oauth/callback${search}`, { ...JSON_TYPE, cookie });
        expect(told(answer)).toEqual([401, 'INVALID_CREDENTIALS']);
        const page = await get(`oauth/callback${search}`, { ...PAGE_TYPE, cookie });
        expect([page.statusCode, page.headers.location]).toEqual([302, 'http://assay.test/?error=INVALID_CREDENTIALS']);
      });

      test('401: a code that the provider refuses; 503: a provider that answers nonsense', async () => {
        for (const [status, expected] of [
          [400, [401, 'INVALID_CREDENTIALS']],
          [500, [503, 'SERVICE_UNAVAILABLE']],
        ] as const) {
          serverOf(provider).service.once('beforeResponse', (answer: { statusCode: number; body: object }) => {
            answer.statusCode = status;
            answer.body = { error: 'invalid_grant' };
          });
          expect(told(await signIn(provider))).toEqual(expected);
        }
      });
    });

    test('401: an identity token for another attempt or another client is refused', async () => {
      for (const change of [{ nonce: 'another' }, { aud: 'another-client' }, { iss: 'https://evil.example.org' }]) {
        become('google', { subject: '100', email: 'new@google.example.org' });
        const forge = ({ payload }: { payload: Record<string, unknown> }) => void Object.assign(payload, change);
        serverOf('google').service.on('beforeTokenSigning', forge);
        const answer = await signIn('google');
        serverOf('google').service.off('beforeTokenSigning', forge);
        expect(told(answer), JSON.stringify(change)).toEqual([401, 'INVALID_CREDENTIALS']);
      }
    });

    test('422: return_to must be ours or an allowed origin', async () => {
      for (const bad of [
        'https://evil.example.org/',
        '//evil.example.org',
        '/\\evil.example.org',
        'javascript:alert(1)',
        'https://app.example.org@evil.example.org/',
        'https://app.example.org.evil.org/',
      ])
        expect(told((await start('google', bad)).answer), bad).toEqual([422, 'VALIDATION_ERROR']);
      for (const good of ['/', '/settings?tab=1', 'http://assay.test/x', 'https://app.example.org/y'])
        expect((await start('google', good)).answer.statusCode, good).toBe(302);
    });

    test('404: a provider that is unknown', async () => {
      for (const name of ['facebook', '__proto__', 'GOOGLE'])
        expect(told(await get(`oauth/${name}/start`))).toEqual([404, 'PROVIDER_NOT_FOUND']);
    });

    describe('an account without a password', () => {
      const signInAs = async (subject: string, email: string) => {
        become('github', { subject, email });
        return { authorization: `Bearer ${((await signIn('github')).json() as Tokens).access_token}` };
      };
      const send = (method: 'POST' | 'DELETE', path: string, headers: Record<string, string>, payload: object) =>
        service().app.inject({ method, url: `/v1/auth/${path}`, headers, payload });

      test('401: no password fits it; 409: there is none to change; 204: forgot-password sets one', async () => {
        const email = 'nopass@example.org';
        const headers = await signInAs('500', email);
        for (const password of ['!', '', PASSWORD])
          expect(told(await post('login', { email, password }))).toEqual([401, 'INVALID_CREDENTIALS']);
        const change = { current_password: '!', new_password: PASSWORD };
        expect(told(await send('POST', 'change-password', headers, change))).toEqual([409, 'CONFLICT']);
        await post('forgot-password', { email });
        const token = await service().tokenFor(email, /reset/i);
        expect((await post('reset-password', { token, password: PASSWORD })).statusCode).toBe(204);
        expect((await post('login', { email, password: PASSWORD })).statusCode).toBe(200);
      });

      test('204: it is deleted with a sign-in of the last ten minutes; 401: not with an older one', async () => {
        const headers = await signInAs('600', 'leaving@example.org');
        service().ports.clock.advance(601_000);
        expect(told(await send('DELETE', 'me', headers, {}))).toEqual([401, 'INVALID_CREDENTIALS']);
        const fresh = await signInAs('600', 'leaving@example.org');
        expect((await send('DELETE', 'me', fresh, {})).statusCode).toBe(204);
        expect(await service().ports.identities.find('github', '600')).toBeNull();
      });
    });

    test('503: a provider that is down, with a sentence', async () => {
      const down = await startOpenIdServer();
      const { url } = down;
      await down.stop();
      const [provider] = createIdentityProviders({
        googleClientId: 'x',
        googleClientSecret: 'y',
        googleIssuer: url,
        githubClientId: null,
        githubClientSecret: null,
        githubUrl: url,
        githubApiUrl: url,
      }).all;
      const secrets = service().ports.identityProviders.makeSecrets();
      await expect(provider?.authorizationUrl(secrets, 'http://assay.test/x')).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        detail: expect.stringContaining('Google does not answer'),
      });
    });
  });

describe('behind TLS', () => {
  const server: { current?: ProviderServer } = {};
  beforeAll(async () => {
    server.current = await startGitHubServer();
  });
  afterAll(() => server.current?.stop());
  const service = withAccountService('embedded', { publicBaseUrl: () => 'https://assay.test' }, () => ({
    identityProviders: createIdentityProviders({
      googleClientId: null,
      googleClientSecret: null,
      googleIssuer: '',
      githubClientId: CLIENT.clientId,
      githubClientSecret: CLIENT.clientSecret,
      githubUrl: String(server.current?.url),
      githubApiUrl: `${server.current?.url}/api`,
    }),
  }));

  test('302: the cookie is bound to this host; 404: a provider that is switched off', async () => {
    const get = (path: string) => service().app.inject({ method: 'GET', url: `/v1/auth/oauth/${path}` });
    const answer = await get('github/start');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-assay_sign_in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(told(await get('google/start'))).toEqual([404, 'PROVIDER_NOT_FOUND']);
  });
});
