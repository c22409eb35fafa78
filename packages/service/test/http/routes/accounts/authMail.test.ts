import { AppError } from '@assay/core/errors';
import { describe, expect, test } from 'vitest';
import { emailVerifications, mailRequests } from '../../../../src/adapters/db/schema/accounts.ts';
import { mails } from '../../../../src/adapters/db/schema/delivery.ts';
import { mailRequestJob } from '../../../../src/app/accounts/mailRequests.ts';
import { openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';
import { TEST_ENGINES, whySkipped } from '../../../support/testDatabase.ts';

const HOUR_MS = 3600_000;
const NEW_PASSWORD = 'another battery, another horse';

const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;
/** docs/spec/api.md#message-answers: the same to everybody, but for time and request. */
const expectMessage = (answer: { json(): unknown; headers: object }) =>
  expect(answer.json()).toEqual({
    data: {},
    message: 'If there is such an account, a mail is on its way.',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    request_id: (answer.headers as Record<string, unknown>)['x-request-id'],
  });
const told = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, codeOf(answer)];

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`mails about accounts [${whySkipped(engine) ?? engine}]`, () => {
    const service = withAccountService(engine);
    const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
      service().app.inject({ method: 'POST', url: `/v1/auth/${path}`, payload, headers });
    const sendForm = (path: string, fields: Record<string, string>) =>
      service().app.inject({
        method: 'POST',
        url: `/v1/auth/${path}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload: new URLSearchParams(fields).toString(),
      });
    const me = async (headers: Record<string, string>) =>
      (await service().app.inject({ method: 'GET', url: '/v1/auth/me', headers })).json() as { is_verified: boolean };
    const logIn = (email: string, password: string) => post('login', { email, password });

    describe('verify an address', () => {
      test('200: registration sends a mail, its token verifies once, a second use is 410 GONE', async () => {
        const ada = await openAccount(service(), 'ada@example.org');
        const [mail] = await service().mailsTo(ada.email);
        expect(mail?.subject).toMatch(/verify your email/i);
        expect(mail?.text).toContain('http://assay.test/v1/auth/verify-email?token=');
        const token = await service().tokenFor(ada.email, /verify/i);
        expect(Buffer.from(token, 'base64url')).toHaveLength(32);
        expect((await me(ada.headers)).is_verified).toBe(false);
        const first = await post('verify-email', { token });
        expect([first.statusCode, first.json()]).toEqual([200, { is_verified: true }]);
        expect((await me(ada.headers)).is_verified).toBe(true);
        expect(told(await post('verify-email', { token }))).toEqual([410, 'GONE']);
      });

      test('mails come in the language of the sign-up, and after a sign-in in the language of that', async () => {
        const email = 'grete@example.org';
        const account = { email, password: PASSWORD };
        const subjects = async () => (await service().mailsTo(email)).map(({ subject }) => subject);
        const german = { 'accept-language': 'fr-FR, de-AT;q=0.9, en;q=0.5' };
        expect((await post('register', account, german)).statusCode).toBe(201);
        expect(await subjects()).toEqual(['Bestätigen Sie Ihre E-Mail-Adresse']);
        // A program that names none of ours changes nothing.
        for (const [headers, subject] of [
          [{ 'accept-language': '*' }, 'Setzen Sie ein neues Passwort'],
          [{ 'accept-language': 'ar' }, 'عيّن كلمة مرور جديدة'],
        ] as const) {
          expect((await post('login', account, headers)).statusCode).toBe(200);
          service().ports.clock.advance(HOUR_MS);
          await post('forgot-password', { email });
          await mailRequestJob(service().ports, () => 'http://assay.test')();
          expect((await subjects()).at(-1)).toBe(subject);
        }
      });

      test('200: opening the link shows a button and changes nothing, pressing it verifies', async () => {
        const bob = await openAccount(service(), 'bob@example.org');
        const token = await service().tokenFor(bob.email, /verify/i);
        const page = await service().app.inject({ method: 'GET', url: `/v1/auth/verify-email?token=${token}` });
        expect(page.statusCode).toBe(200);
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(page.headers['cache-control']).toBe('no-store');
        expect(page.body).toContain('<button');
        // What the content security policy would refuse.
        expect(page.body).not.toMatch(/<script|<style|style=|\son\w+=|https?:/);
        expect((await me(bob.headers)).is_verified).toBe(false);
        const pressed = await sendForm('verify-email', { token });
        expect([pressed.statusCode, pressed.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect((await me(bob.headers)).is_verified).toBe(true);
        const again = await sendForm('verify-email', { token });
        expect([again.statusCode, again.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
      });

      test('200: what a link carries cannot become markup of the page', async () => {
        const url = `/v1/auth/verify-email?token=${encodeURIComponent('"><script>alert(1)</script>')}`;
        const page = await service().app.inject({ method: 'GET', url });
        expect(page.body).toContain('&quot;&gt;&lt;script&gt;');
        expect(page.body).not.toContain('<script');
      });

      test('410: a link older than a day is GONE; 202: another mail may be asked for, and its token works', async () => {
        const carl = await openAccount(service(), 'carl@example.org');
        const old = await service().tokenFor(carl.email, /verify/i);
        service().ports.clock.advance(24 * HOUR_MS);
        expect(told(await post('verify-email', { token: old }))).toEqual([410, 'GONE']);
        const again = await post('resend-verification', { email: 'CARL@example.org' });
        expect(again.statusCode).toBe(202);
        const fresh = await service().tokenFor(carl.email, /verify/i);
        expect(fresh).not.toBe(old);
        expect((await post('verify-email', { token: fresh })).statusCode).toBe(200);
      });

      test('401: a token that was never made, or was made to reset a password, is INVALID_TOKEN', async () => {
        const dora = await openAccount(service(), 'dora@example.org');
        await post('forgot-password', { email: dora.email });
        const reset = await service().tokenFor(dora.email, /reset/i);
        for (const token of ['A'.repeat(43), '', reset])
          expect(told(await post('verify-email', { token }))).toEqual([401, 'INVALID_TOKEN']);
      });

      test('202: at most one mail a minute, none for a verified or unknown address, always the same answer', async () => {
        const emma = await openAccount(service(), 'emma@example.org');
        const count = async () => (await service().mailsTo(emma.email)).length;
        expect(await count()).toBe(1);
        for (let i = 0; i < 3; i++)
          expect((await post('resend-verification', { email: emma.email })).statusCode).toBe(202);
        expect(await count()).toBe(1);
        service().ports.clock.advance(61_000);
        await post('resend-verification', { email: emma.email });
        expect(await count()).toBe(2);
        await post('verify-email', { token: await service().tokenFor(emma.email, /verify/i) });
        service().ports.clock.advance(61_000);
        await post('resend-verification', { email: emma.email });
        expect(await count()).toBe(2);
        const unknown = await post('resend-verification', { email: 'nobody@example.org' });
        expect(unknown.statusCode).toBe(202);
        expectMessage(unknown);
        expect(await service().mailsTo('nobody@example.org')).toEqual([]);
      });

      test('200: of two requests with one token at the same time, one verifies', async () => {
        const finn = await openAccount(service(), 'finn@example.org');
        const token = await service().tokenFor(finn.email, /verify/i);
        const answers = await Promise.all([1, 2, 3].map(() => post('verify-email', { token })));
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410]);
      });
    });

    describe('forgotten password', () => {
      test('204: the token of the mail sets a password once, ends every session, and proves the address', async () => {
        const gina = await openAccount(service(), 'gina@example.org');
        const asked = await post('forgot-password', { email: gina.email });
        expect(asked.statusCode).toBe(202);
        expectMessage(asked);
        const mails = await service().mailsTo(gina.email);
        expect(mails.at(-1)?.subject).toBe('Reset your password');
        const token = await service().tokenFor(gina.email, /reset your password/i);
        expect((await post('reset-password', { token, password: NEW_PASSWORD })).statusCode).toBe(204);
        expect(
          (await service().app.inject({ method: 'GET', url: '/v1/auth/me', headers: gina.headers })).statusCode,
        ).toBe(401);
        expect(told(await post('refresh', { refresh_token: gina.refreshToken }))).toEqual([401, 'INVALID_TOKEN']);
        expect(told(await logIn(gina.email, PASSWORD))).toEqual([401, 'INVALID_CREDENTIALS']);
        const login = await logIn(gina.email, NEW_PASSWORD);
        expect(login.statusCode).toBe(200);
        const { access_token } = login.json() as { access_token: string };
        expect((await me({ authorization: `Bearer ${access_token}` })).is_verified).toBe(true);
        expect(told(await post('reset-password', { token, password: 'a third one, longer' }))).toEqual([410, 'GONE']);
        expect((await service().mailsTo(gina.email)).map(({ subject }) => subject)).toContainEqual(
          expect.stringMatching(/password was changed/i),
        );
      });

      test('202: an unknown address gets the same answer and no mail', async () => {
        const answer = await post('forgot-password', { email: 'stranger@example.org' });
        expect(answer.statusCode).toBe(202);
        expectMessage(answer);
        expect(await service().mailsTo('stranger@example.org')).toEqual([]);
      });

      test('202: one row is written before the answer, whoever is asked for, and a process that dies then loses no mail', async () => {
        const { ports, database } = service();
        const known = await openAccount(service(), 'known@example.org');
        await service().mailsTo(known.email);
        const waiting = () => database.read((queries) => queries.select().from(mailRequests));
        expect(await waiting()).toEqual([]);
        for (const email of [known.email, 'nobody@example.org', known.email])
          expect((await post('forgot-password', { email })).statusCode).toBe(202);
        const asked = (await waiting()).map(({ purpose, email }) => `${purpose} ${email}`);
        expect(asked.toSorted()).toEqual(['reset known@example.org', 'reset nobody@example.org']);
        const tokens = () => database.read((queries) => queries.select().from(emailVerifications));
        const resets = async () =>
          (await tokens()).filter(({ purpose, email }) => purpose === 'reset' && email === known.email);
        // Nobody has looked whose address it is, so no time can tell.
        expect(await resets()).toEqual([]);
        // Two other processes, that know nothing but the database.
        const job = mailRequestJob(ports, () => 'http://assay.test');
        await Promise.all([job(), job()]);
        expect([await waiting(), (await resets()).length]).toEqual([[], 1]);
        expect(await service().tokenFor(known.email, /reset/i)).toHaveLength(43);
      });

      test('202: what is no address gets the same answer, and no row', async () => {
        for (const email of ['a\0b', `${'9'.repeat(300)}@example.org`, 'nobody'])
          for (const path of ['forgot-password', 'resend-verification'])
            expect([email.slice(0, 9), (await post(path, { email })).statusCode]).toEqual([email.slice(0, 9), 202]);
        expect(await service().database.read((queries) => queries.select().from(mailRequests))).toEqual([]);
      });

      test('422: a weak password says why and leaves the link usable', async () => {
        const hugo = await openAccount(service(), 'hugo@example.org');
        await post('forgot-password', { email: hugo.email });
        const token = await service().tokenFor(hugo.email, /reset/i);
        expect(told(await post('reset-password', { token, password: 'short' }))).toEqual([422, 'WEAK_PASSWORD']);
        expect((await post('reset-password', { token, password: NEW_PASSWORD })).statusCode).toBe(204);
      });

      test('410: after one hour, and after a sibling of it was used', async () => {
        const ines = await openAccount(service(), 'ines@example.org');
        await post('forgot-password', { email: ines.email });
        const first = await service().tokenFor(ines.email, /reset/i);
        service().ports.clock.advance(HOUR_MS);
        expect(told(await post('reset-password', { token: first, password: NEW_PASSWORD }))).toEqual([410, 'GONE']);
        await post('forgot-password', { email: ines.email });
        const second = await service().tokenFor(ines.email, /reset/i);
        service().ports.clock.advance(61_000);
        await post('forgot-password', { email: ines.email });
        const third = await service().tokenFor(ines.email, /reset/i);
        expect((await post('reset-password', { token: third, password: NEW_PASSWORD })).statusCode).toBe(204);
        expect(told(await post('reset-password', { token: second, password: PASSWORD }))).toEqual([410, 'GONE']);
      });

      test('200: the page of the link takes a password by plain form, and tells of a weak one with the form again', async () => {
        const jana = await openAccount(service(), 'jana@example.org');
        await post('forgot-password', { email: jana.email });
        const token = await service().tokenFor(jana.email, /reset/i);
        const page = await service().app.inject({ method: 'GET', url: `/v1/auth/reset-password?token=${token}` });
        expect(page.body).toContain('type="password"');
        expect(page.body).not.toMatch(/<script|<style|style=/);
        const weak = await sendForm('reset-password', { token, password: 'short' });
        expect(weak.statusCode).toBe(422);
        expect(weak.body).toContain('role="alert"');
        expect(weak.body).toContain('type="password"');
        expect((await sendForm('reset-password', { token, password: NEW_PASSWORD })).statusCode).toBe(200);
        expect((await logIn(jana.email, NEW_PASSWORD)).statusCode).toBe(200);
      });

      test('415: other routes still take no HTML form', async () => {
        expect((await sendForm('login', { email: 'a@b.cd', password: PASSWORD })).statusCode).toBe(415);
      });
    });

    test('201: registration does not wait for the mail server, nor fail with it', async () => {
      const { mailer } = service().ports;
      const { send } = mailer;
      mailer.send = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'The mail server is away.'));
      const answer = await post('register', { email: 'slow@example.org', password: PASSWORD });
      expect(answer.statusCode).toBe(201);
      expect(await service().mailsTo('slow@example.org')).toEqual([]);
      mailer.send = send;
      // Tried again, once the pause is over.
      await service().database.write((transaction) => transaction.update(mails).set({ nextAttemptAt: new Date(0) }));
      expect((await service().mailsTo('slow@example.org')).map(({ subject }) => subject)).toEqual([
        'Verify your email address',
      ]);
    });
  });
