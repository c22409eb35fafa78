import { describe, expect, test } from 'vitest';
import { addressChangeJob } from '../../../../src/app/accounts/addressChange.ts';
import { endSessionsOf } from '../../../../src/app/accounts/sessions.ts';
import { type Account, openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';
import { TEST_ENGINES, whySkipped } from '../../../support/testDatabase.ts';

const DAY_MS = 24 * 3600_000;
const NEW_PASSWORD = 'another battery, another horse';
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;
const told = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, codeOf(answer)];

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`somebody else knew the password [${whySkipped(engine) ?? engine}]`, () => {
    const service = withAccountService(engine);
    const send = (
      method: 'GET' | 'PATCH' | 'DELETE' | 'POST',
      path: string,
      headers: Record<string, string>,
      payload?: object,
    ) => service().app.inject({ method, url: `/v1/${path}`, headers, ...(payload ? { payload } : {}) });
    const makeKey = async (who: Account): Promise<string> =>
      String(((await send('POST', 'api-keys/', who.headers, { name: 'planted' })).json() as { key: string }).key);
    const verify = async (who: Account): Promise<void> => {
      const token = await service().tokenFor(who.email, /^verify your email address$/i);
      expect((await send('POST', 'auth/verify-email', {}, { token })).statusCode).toBe(200);
    };
    const keyWorks = async (key: string): Promise<boolean> =>
      (await send('GET', 'assets/', { 'x-api-key': key })).statusCode === 200;

    type Remedy = (who: Account, keep: object) => Promise<number>;
    const remedies: readonly (readonly [string, Remedy])[] = [
      [
        'change-password',
        async ({ headers }, keep) => {
          const change = { current_password: PASSWORD, new_password: NEW_PASSWORD, ...keep };
          return (await send('POST', 'auth/change-password', headers, change)).statusCode;
        },
      ],
      [
        'reset-password',
        async ({ email }, keep) => {
          service().ports.clock.advance(61_000);
          await send('POST', 'auth/forgot-password', {}, { email });
          const token = await service().tokenFor(email, /reset your password/i);
          return (await send('POST', 'auth/reset-password', {}, { token, password: NEW_PASSWORD, ...keep })).statusCode;
        },
      ],
      [
        'the end of all sessions',
        async ({ headers }, keep) =>
          (await send('DELETE', 'auth/sessions', headers, 'keep_api_keys' in keep ? keep : undefined)).statusCode,
      ],
    ];
    /** What people do themselves, and what the operator does for them. */
    const allRemedies: readonly (readonly [string, Remedy])[] = [
      ...remedies,
      [
        'the operator',
        async ({ email }, keep) => {
          await endSessionsOf(service().ports, email, 'keep_api_keys' in keep);
          return 204;
        },
      ],
    ];

    test.each(allRemedies)('410: %s spends a pending change of address and every other link', async (name, remedy) => {
      const email = `links-${name.replaceAll(' ', '-')}@example.org`;
      const ada = await openAccount(service(), email);
      const verifyLink = await service().tokenFor(email, /^verify your email address$/i);
      const evil = `evil-${email}`;
      await send('PATCH', 'auth/me', ada.headers, { email: evil, current_password: PASSWORD });
      const changeLink = await service().tokenFor(evil, /verify your email/i);
      await send('POST', 'auth/forgot-password', {}, { email });
      const resetLink = await service().tokenFor(email, /reset your password/i);
      expect(await remedy(ada, {})).toBe(204);
      for (const token of [verifyLink, changeLink])
        expect(told(await send('POST', 'auth/verify-email', {}, { token }))).toEqual([410, 'GONE']);
      const reset = { token: resetLink, password: 'a third one, longer' };
      expect(told(await send('POST', 'auth/reset-password', {}, reset))).toEqual([410, 'GONE']);
    });

    const askForAddress = async (who: Account, email: string): Promise<{ change: string; cancel: string }> => {
      await send('PATCH', 'auth/me', who.headers, { email, current_password: PASSWORD });
      const change = await service().tokenFor(email, /verify your email/i);
      return { change, cancel: await service().tokenFor(who.email, /about to change/i) };
    };
    const addressOf = async (who: Account): Promise<string> => {
      await addressChangeJob(service().ports)();
      return String((await service().ports.users.find(who.id))?.email);
    };

    test('200: a new address of a confirmed account counts a day after the request, and not before', async () => {
      const ada = await openAccount(service(), 'waits@example.org');
      await verify(ada);
      const { change } = await askForAddress(ada, 'waited@example.org');
      const confirmed = await send('POST', 'auth/verify-email', {}, { token: change });
      const countsFrom = new Date(service().ports.clock.now().getTime() + DAY_MS).toISOString();
      expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { is_verified: true, counts_from: countsFrom }]);
      expect(told(await send('POST', 'auth/verify-email', {}, { token: change }))).toEqual([410, 'GONE']);
      service().ports.clock.advance(DAY_MS - 1);
      expect(await addressOf(ada)).toBe('waits@example.org');
      service().ports.clock.advance(1);
      expect(await addressOf(ada)).toBe('waited@example.org');
      expect((await service().mailsTo('waits@example.org')).at(-1)?.subject).toMatch(/was changed/);
    });

    test('204: the link of the warning stops the change, opened or not by the new address, and works once', async () => {
      const ada = await openAccount(service(), 'victim@example.org');
      await verify(ada);
      const first = await askForAddress(ada, 'evil-one@example.org');
      await send('POST', 'auth/verify-email', {}, { token: first.change });
      const second = await askForAddress(ada, 'evil-two@example.org');
      const page = await send('GET', `auth/cancel-email-change?token=${first.cancel}`, {});
      expect([page.statusCode, page.body.includes('<button')]).toEqual([200, true]);
      // The earlier warning stops both.
      expect((await send('POST', 'auth/cancel-email-change', {}, { token: first.cancel })).statusCode).toBe(204);
      for (const token of [first.cancel, second.cancel])
        expect(told(await send('POST', 'auth/cancel-email-change', {}, { token }))).toEqual([410, 'GONE']);
      expect(told(await send('POST', 'auth/verify-email', {}, { token: second.change }))).toEqual([410, 'GONE']);
      service().ports.clock.advance(2 * DAY_MS);
      expect(await addressOf(ada)).toBe('victim@example.org');
    });

    test('401: no other link cancels; 204: a form cancels as well', async () => {
      const ada = await openAccount(service(), 'form@example.org');
      const { change, cancel } = await askForAddress(ada, 'form-new@example.org');
      for (const token of [change, 'A'.repeat(43)])
        expect(told(await send('POST', 'auth/cancel-email-change', {}, { token }))).toEqual([401, 'INVALID_TOKEN']);
      const sent = await service().app.inject({
        method: 'POST',
        url: '/v1/auth/cancel-email-change',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload: new URLSearchParams({ token: cancel }).toString(),
      });
      expect([sent.statusCode, sent.body.includes('keeps its address')]).toEqual([200, true]);
    });

    test('an address that somebody took while it waited stays there, and the change ends', async () => {
      const ada = await openAccount(service(), 'slow@example.org');
      await verify(ada);
      const { change } = await askForAddress(ada, 'popular@example.org');
      await send('POST', 'auth/verify-email', {}, { token: change });
      const other = await openAccount(service(), 'popular@example.org');
      service().ports.clock.advance(DAY_MS);
      expect([await addressOf(ada), await addressOf(other)]).toEqual(['slow@example.org', 'popular@example.org']);
    });

    test.each(allRemedies)('%s ends a change that waits', async (name, remedy) => {
      const ada = await openAccount(service(), `waits-${name.replaceAll(' ', '-')}@example.org`);
      await verify(ada);
      const { change } = await askForAddress(ada, `evil-${ada.email}`);
      await send('POST', 'auth/verify-email', {}, { token: change });
      expect(await remedy(ada, {})).toBe(204);
      service().ports.clock.advance(2 * DAY_MS);
      expect(await addressOf(ada)).toBe(ada.email);
    });

    test.each(remedies)('401: %s ends the keys that were made, and the organization is told', async (name, remedy) => {
      const ada = await openAccount(service(), `keys-${name.replaceAll(' ', '-')}@example.org`);
      await verify(ada);
      const key = await makeKey(ada);
      expect(await keyWorks(key)).toBe(true);
      expect(await remedy(ada, {})).toBe(204);
      const refused = await send('GET', 'assets/', { 'x-api-key': key });
      expect(told(refused)).toEqual([401, 'INVALID_API_KEY']);
      const [{ organization }] = [await service().ports.memberships.personal(ada.id)];
      const log = await service().ports.organizations.auditLog(organization.id, { page: 1, pageSize: 5 });
      expect(log.items[0]).toMatchObject({ action: 'api_key.revoked', actorId: ada.id, details: { name: 'planted' } });
    });

    test.each(allRemedies)('410: %s ends an invitation of a second account, which is told', async (name, remedy) => {
      const stem = name.replaceAll(' ', '-');
      const ada = await openAccount(service(), `invites-${stem}@example.org`);
      await verify(ada);
      const made = await send('POST', 'organizations/', ada.headers, { name: `Press ${stem}`, plan: 'pro' });
      const { id } = made.json() as { id: string };
      const eve = await openAccount(service(), `eve-${stem}@example.org`);
      const invited = await send('POST', `organizations/${id}/invitations`, ada.headers, {
        email: eve.email,
        role: 'owner',
      });
      expect(invited.statusCode).toBe(201);
      const token = await service().tokenFor(eve.email, /invit/i);
      expect(await remedy(ada, { keep_api_keys: true })).toBe(204);
      expect(told(await send('POST', 'invitations/accept', eve.headers, { token }))).toEqual([410, 'GONE']);
      const log = await service().ports.organizations.auditLog(id, { page: 1, pageSize: 5 });
      expect(log.items[0]).toMatchObject({
        action: 'invitation.revoked',
        targetId: (invited.json() as { id: string }).id,
      });
    });

    test('the operator ends sessions and keys, which the organization is told, and the person by mail', async () => {
      const ada = await openAccount(service(), 'operated@example.org');
      await verify(ada);
      const key = await makeKey(ada);
      const { sessions } = service().ports;
      const living = (await sessions.list(ada.id, service().ports.clock.now())).length;
      // In any case of letters, as at the login.
      const ended = await endSessionsOf(service().ports, 'Operated@Example.org', false);
      expect(ended).toEqual({ userId: ada.id, sessions: living, apiKeys: 1 });
      expect(living).toBeGreaterThan(0);
      expect((await send('GET', 'auth/me', ada.headers)).statusCode).toBe(401);
      expect(await keyWorks(key)).toBe(false);
      const [{ organization }] = [await service().ports.memberships.personal(ada.id)];
      const log = await service().ports.organizations.auditLog(organization.id, { page: 1, pageSize: 5 });
      expect(log.items[0]).toMatchObject({
        action: 'api_key.revoked',
        actorKind: 'system',
        details: { name: 'planted' },
      });
      expect((await service().mailsTo(ada.email)).at(-1)?.subject).toMatch(/ended your sessions/);
      const again = await endSessionsOf(service().ports, ada.email, false);
      expect(again).toEqual({ userId: ada.id, sessions: 0, apiKeys: 0 });
    });

    test('the operator is told where no account has the address', async () => {
      await expect(endSessionsOf(service().ports, 'nobody@example.org', false)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        detail: 'There is no account with the address "nobody@example.org".',
      });
    });

    test.each(allRemedies)('200: %s keeps the keys of whoever asks for that', async (name, remedy) => {
      const ada = await openAccount(service(), `kept-${name.replaceAll(' ', '-')}@example.org`);
      const key = await makeKey(ada);
      expect(await remedy(ada, { keep_api_keys: true })).toBe(204);
      expect(await keyWorks(key)).toBe(true);
    });
  });
