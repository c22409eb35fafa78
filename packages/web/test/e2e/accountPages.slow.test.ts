import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './browser.ts';
import { DONE, ME, ok, OPENED, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { STRANGER, type StubService } from './stubService.ts';

const NEW_SERVICE = ok({ has_accounts: false, password_chars_min: 8, upload_bytes_max: 1 });
const SESSIONS = pageOf([
  {
    id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f11',
    created_at: '2026-11-20T10:00:00.000Z',
    last_used_at: null,
    expires_at: '2026-12-20T10:00:00.000Z',
    ip: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    is_current: true,
  },
  {
    id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f12',
    created_at: '2026-11-02T10:00:00.000Z',
    last_used_at: null,
    expires_at: '2026-12-02T10:00:00.000Z',
    ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    user_agent: 'curl/8.5.0',
    is_current: false,
  },
]);

describe.skipIf(!CHROMIUM_PATH)(
  'account pages in Chromium, against a stub of the service',
  { timeout: 120_000 },
  () => {
    const chromium = withStubPage();
    const { headline, inspect } = chromium;
    let page: Page;
    let stub: StubService;
    beforeEach(() => {
      [page, stub] = [chromium.page(), chromium.stub()];
    });
    const open = (path: string) => page.goto(stub.url + path);
    const fill = async (fields: Readonly<Record<string, string>>) => {
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
    };
    const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
    const callsOf = (name: string) => stub.calls.filter((call) => call.name === name);

    test('login: leads back to the page that was wanted, and keeps nothing in the browser’s storage', async () => {
      stub.answers = {
        ...SIGNED_IN,
        'POST /v1/auth/browser-session/refresh': DONE,
        'POST /v1/auth/browser-session': OPENED,
        'GET /v1/auth/sessions': SESSIONS,
      };
      await open('/account');
      await headline('Sign in');
      expect(page.url()).toBe(`${stub.url}/login?next=%2Faccount`);
      expect(await page.title()).toBe('Sign in – Assay');
      await page.getByText('You come back to it at once').waitFor();
      await inspect('login');
      await fill({ 'E-mail': 'ada@example.org', Password: 'seventeen frogs' });
      await page.getByLabel('Password').press('Enter');
      await headline('Your account');
      expect(page.url()).toBe(`${stub.url}/account`);
      const [call] = callsOf('POST /v1/auth/browser-session');
      expect(call?.json).toEqual({ email: 'ada@example.org', password: 'seventeen frogs' });
      expect(call?.headers['x-assay-page']).toBe('1');
      expect(callsOf('GET /v1/auth/me').at(-1)?.headers.authorization).toBe('Bearer access-1');
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(kept).not.toContain('access-1');
    });

    test('login: what is missing or wrong stands at its field, which gets the focus', async () => {
      stub.answers = {
        ...STRANGER,
        'POST /v1/auth/browser-session': refusal(
          401,
          'INVALID_CREDENTIALS',
          'The e-mail address or the password is wrong.',
        ),
      };
      await open('/login');
      await press('Sign in');
      await page.getByText('Enter your e-mail address.').waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
      expect(stub.calls.some(({ name }) => name === 'POST /v1/auth/browser-session')).toBe(false);
      await fill({ 'E-mail': 'ada@example.org', Password: 'wrong' });
      await press('Sign in');
      await page.getByText('The e-mail address or the password is wrong.').waitFor();
      const password = page.getByLabel('Password');
      expect(await password.getAttribute('aria-invalid')).toBe('true');
      const described = await password.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toContain('password is wrong');
      await inspect('login-wrong');
    });

    test('login: too many tries, a service that is away and one that is busy each say what to do', async () => {
      await open('/login');
      await fill({ 'E-mail': 'ada@example.org', Password: 'seventeen frogs' });
      for (const [reply, title] of [
        [refusal(429, 'RATE_LIMITED', 'd', { headers: { 'retry-after': '60' } }), 'Too many requests in a short time'],
        [refusal(503, 'SERVICE_UNAVAILABLE', 'd'), 'The service is busy'],
        ['cut', 'The service cannot be reached'],
      ] as const) {
        stub.answers = { ...STRANGER, 'POST /v1/auth/browser-session': reply };
        await press('Sign in');
        await page.getByRole('alert').getByRole('heading', { name: title }).waitFor();
      }
      await inspect('login-unreachable');
    });

    test('login: Google and GitHub where they are switched on; the way back opens a session, or says why not', async () => {
      const provider = (id: string, name: string) => ({ id, name, start_url: `${stub.url}/v1/auth/oauth/${id}/start` });
      stub.answers = {
        ...SIGNED_IN,
        'POST /v1/auth/browser-session/refresh': DONE,
        'GET /v1/auth/oauth/providers': pageOf([provider('google', 'Google'), provider('github', 'GitHub')]),
        'POST /v1/auth/browser-session': OPENED,
        'GET /v1/auth/sessions': SESSIONS,
      };
      await open('/login?next=%2Faccount');
      const google = page.getByRole('link', { name: 'Sign in with Google' });
      const href = new URL(String(await google.getAttribute('href')));
      expect(href.searchParams.get('return_to')).toBe('/login?next=%2Faccount');
      await page.getByRole('link', { name: 'Sign in with GitHub' }).waitFor();
      await inspect('login-providers');
      await open('/login?next=%2Faccount&code=ey-code');
      await headline('Your account');
      await page.getByRole('button', { name: 'End curl' }).waitFor(); // the page has its answers before the stub changes them
      expect(callsOf('POST /v1/auth/browser-session').map(({ json }) => json)).toEqual([{ code: 'ey-code' }]);
      stub.answers = { ...STRANGER };
      await open('/login?error=EMAIL_ALREADY_EXISTS');
      await headline('The sign-in did not work');
      await page.getByText('Sign in with its password, confirm the address').waitFor();
      await inspect('login-provider-refused');
      await press('Back to the sign-in');
      await headline('Sign in');
    });

    test('register: the first visitor of an empty service is told that the account is the first', async () => {
      stub.answers = { ...SIGNED_IN, 'POST /v1/auth/browser-session/refresh': DONE, 'GET /v1/service': NEW_SERVICE };
      await open('/');
      await page.getByRole('heading', { name: 'This service is new' }).waitFor();
      await inspect('first-visit');
      await page.getByRole('link', { name: 'Make the first account' }).click();
      await headline('Make the first account');
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await inspect('register-first');
      await fill({ 'E-mail': 'ada@example.org', Password: 'short' });
      await press('Sign up');
      await page.getByText('Too short: at least 8 characters.').waitFor();
      stub.answers = {
        ...stub.answers,
        'POST /v1/auth/register': { status: 201, json: ME },
        'POST /v1/auth/browser-session': OPENED,
        [`GET /v1/organizations/${ME.organization_id}/usage`]: refusal(503, 'SERVICE_UNAVAILABLE', 'Later.', {
          headers: { 'retry-after': '600' },
        }),
      };
      await fill({ Name: 'Ada Lovelace', Password: 'seventeen frogs' });
      await press('Sign up');
      // Where the first steps stand.
      await headline('Usage');
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      expect(callsOf('POST /v1/auth/register').map(({ json }) => json)).toEqual([
        { email: 'ada@example.org', password: 'seventeen frogs', full_name: 'Ada Lovelace' },
      ]);
    });

    test('register: a taken address and a weak password stand at their fields', async () => {
      await open('/register');
      await fill({ 'E-mail': 'ada@example.org', Password: 'password' });
      for (const [reply, words] of [
        [refusal(409, 'EMAIL_ALREADY_EXISTS', 'd'), 'There is an account with this e-mail address.'],
        [refusal(422, 'WEAK_PASSWORD', 'd'), 'This password is too easy to guess'],
      ] as const) {
        stub.answers = { ...STRANGER, 'POST /v1/auth/register': reply };
        await press('Sign up');
        await page.getByText(words).waitFor();
      }
      await inspect('register-weak');
    });

    test('forgot: says the same whether there is such an account or not', async () => {
      stub.answers = { ...STRANGER, 'POST /v1/auth/forgot-password': { status: 202, json: {} } };
      await open('/forgot-password');
      await headline('Set a new password');
      await inspect('forgot');
      await fill({ 'E-mail': 'ada@example.org' });
      await press('Send the link');
      await page.getByText('If ada@example.org has an account here').waitFor();
      await inspect('forgot-sent');
    });

    test('invitation: signed out it leads through the sign-in and back; signed in one press accepts', async () => {
      await open('/invitations/accept?token=abc');
      await headline('You were invited');
      await inspect('invitation-signed-out');
      const signUp = page.getByRole('main').getByRole('link', { name: 'Sign up' });
      expect(await signUp.getAttribute('href')).toBe('/register?next=%2Finvitations%2Faccept%3Ftoken%3Dabc');
      stub.answers = {
        ...SIGNED_IN,
        'POST /v1/invitations/accept': refusal(410, 'GONE', 'This invitation was used, withdrawn, or is too old.'),
      };
      await open('/invitations/accept?token=abc');
      await page.getByText('You are signed in as ada@example.org').waitFor();
      await press('Accept the invitation');
      await page.getByText('This invitation was used, withdrawn, or is too old.').waitFor();
      await inspect('invitation-gone');
      stub.answers = { ...SIGNED_IN, 'POST /v1/invitations/accept': ok({ role: 'editor' }) };
      await press('Accept the invitation');
      await headline('You are a member now');
      expect(callsOf('POST /v1/invitations/accept').at(-1)?.json).toEqual({ token: 'abc' });
      await inspect('invitation-accepted');
    });

    test('device: the code of a program is typed, compared and allowed; signed out it leads through the sign-in', async () => {
      await open('/device?code=BCDF-GHJK');
      await headline('Sign in');
      expect(new URL(page.url()).searchParams.get('next')).toBe('/device?code=BCDF-GHJK');
      const place = '/v1/auth/device/codes/BCDF-GHJK';
      const waiting = {
        user_code: 'BCDF-GHJK',
        client_name: 'Command line on newsroom-3',
        ip: '192.0.2.7',
        user_agent: null,
        created_at: '2026-11-20T10:00:00.000Z',
        expires_at: '2026-11-20T10:15:00.000Z',
      };
      stub.answers = { ...SIGNED_IN, [`GET ${place}`]: ok(waiting), [`POST ${place}`]: DONE };
      await open('/device');
      await headline('Log a program in');
      await inspect('device');
      await press('Continue');
      await page.getByText('Enter the code that the program shows.').waitFor();
      await fill({ Code: 'BCDF-GHJK' });
      await press('Continue');
      await page.getByText('Does your program show the code BCDF-GHJK?').waitFor();
      await page.getByText('Command line on newsroom-3').waitFor();
      await inspect('device-waiting');
      expect(callsOf(`POST ${place}`)).toEqual([]);
      await press('Allow');
      await headline('The program is logged in');
      expect(callsOf(`POST ${place}`).at(-1)?.json).toEqual({ allow: true });
      await inspect('device-allowed');
      await open('/device?code=BCDF-GHJK');
      await press('Refuse');
      await headline('Refused');
      expect(callsOf(`POST ${place}`).at(-1)?.json).toEqual({ allow: false });
      stub.answers = { ...SIGNED_IN, [`GET ${place}`]: refusal(410, 'GONE', 'This code is not known.') };
      await open('/device?code=BCDF-GHJK');
      await page.getByText('is older than 15 minutes').waitFor();
      await inspect('device-gone');
      await page.getByRole('link', { name: 'Type another code' }).click();
      await page.getByLabel('Code').waitFor();
    });

    test('account: name, password and sessions; signing out everywhere ends at the sign-in', async () => {
      stub.answers = {
        ...SIGNED_IN,
        'GET /v1/auth/me': ok({ ...ME, is_verified: false }),
        'GET /v1/auth/sessions': SESSIONS,
        'PATCH /v1/auth/me': ok({ ...ME, full_name: 'Ada King' }),
        'POST /v1/auth/resend-verification': { status: 202, json: {} },
        'POST /v1/auth/change-password': refusal(401, 'INVALID_CREDENTIALS', 'd'),
        'DELETE /v1/auth/sessions/01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f12': DONE,
        'DELETE /v1/auth/sessions': DONE,
      };
      await open('/account');
      await headline('Your account');
      await page.getByText('Chrome, Linux').waitFor();
      await inspect('account');
      await press('Send the mail again');
      await page.getByText('A mail is on its way.').waitFor();
      await fill({ Name: 'Ada King' });
      await press('Save');
      await page.getByText('Saved.').waitFor();
      await fill({ 'Present password': 'wrong', 'New password': 'eighteen frogs' });
      await press('Change the password');
      await page.getByText('This is not your present password.').waitFor();
      expect(callsOf('POST /v1/auth/change-password')[0]?.json).toEqual({
        current_password: 'wrong',
        new_password: 'eighteen frogs',
        keep_api_keys: false,
      });
      await press('End curl');
      await expect.poll(() => callsOf('GET /v1/auth/sessions?page_size=100').length).toBe(2);
      await press('Sign out everywhere');
      await headline('Sign in');
      expect(callsOf('DELETE /v1/auth/sessions')[0]?.json).toEqual({ keep_api_keys: false });
    });

    test('account: identities, everything that is kept as a file, and the end of the account', async () => {
      const provider = { id: 'github', name: 'GitHub', start_url: '/v1/auth/oauth/github/start' };
      const identity = { id: ME.id, provider: 'github', email: 'ada@hub.test', created_at: ME.created_at };
      const refusals = [
        refusal(401, 'INVALID_CREDENTIALS', 'd'),
        refusal(409, 'LAST_OWNER', 'Other people are members.'),
      ];
      stub.answers = {
        ...SIGNED_IN,
        'GET /v1/auth/sessions': SESSIONS,
        'GET /v1/auth/oauth/providers': pageOf([provider]),
        'GET /v1/auth/identities': pageOf([{ ...identity, last_login_at: null }]),
        'GET /v1/auth/me/export': ok({}),
        'DELETE /v1/auth/me': () => refusals.shift() ?? DONE,
      };
      await open('/account');
      await page.getByRole('listitem').filter({ hasText: 'GitHub' }).getByText('ada@hub.test · linked').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), press('Download my data')]);
      expect(download.suggestedFilename()).toBe('assay-export.zip');
      await page.getByText('The file is among your downloads.').waitFor();
      await press('Delete my account');
      await page.getByText('This is not ada@example.org.').waitFor();
      await page.getByText('Enter the password.').waitFor();
      await inspect('account-delete');
      expect(callsOf('DELETE /v1/auth/me')).toHaveLength(0);
      await fill({ 'Type ada@example.org to delete the account': 'ada@example.org' });
      const end = page.getByRole('region', { name: 'Delete the account' });
      await end.getByLabel('Password', { exact: true }).fill('seventeen frogs');
      await press('Delete my account');
      await page.getByText('The password is wrong.').waitFor();
      await press('Delete my account');
      await page.getByText('You own an organization in which others work.').waitFor();
      await press('Delete my account');
      await headline('Sign in');
      const sent = { password: 'seventeen frogs' };
      expect(callsOf('DELETE /v1/auth/me').map(({ json }) => json)).toEqual([sent, sent, sent]);
    });

    test('account: a session that was ended elsewhere leads to the sign-in, which says so', async () => {
      stub.answers = { ...SIGNED_IN, 'GET /v1/auth/me': refusal(401, 'INVALID_TOKEN', 'This session has ended.') };
      stub.answers = {
        ...stub.answers,
        'GET /v1/auth/sessions': refusal(401, 'INVALID_TOKEN', 'This session has ended.'),
      };
      await open('/account');
      await headline('Sign in');
      await page.getByText('Your session has ended.').waitFor();
      expect(page.url()).toContain('next=%2Faccount');
      await inspect('session-ended');
    });

    test('account: while the service is away the page says so, and tries again', async () => {
      stub.answers = { ...SIGNED_IN, 'POST /v1/auth/browser-session/refresh': 'cut' };
      await open('/account');
      await headline('The service cannot be reached');
      await inspect('server-down');
      stub.answers = { ...SIGNED_IN, 'GET /v1/auth/sessions': SESSIONS };
      await press('Try again');
      await headline('Your account');
    });

    test('an unknown address says that there is no such page, with status 404', async () => {
      const answer = await open('/nothing/here');
      expect(answer?.status()).toBe(404);
      await headline('There is no such page');
      await inspect('not-found');
    });

    test('on a phone the links stand behind a button, which the keyboard opens too', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await open('/login');
      await headline('Sign in');
      const links = page.getByRole('navigation').getByRole('link', { name: 'Sign up' });
      expect(await links.isVisible()).toBe(false);
      const menu = page.getByRole('button', { name: 'Menu' });
      await menu.press('Enter');
      expect(await menu.getAttribute('aria-expanded')).toBe('true');
      await links.click();
      await headline('Sign up');
      expect(await links.isVisible()).toBe(false);
    });
  },
);
