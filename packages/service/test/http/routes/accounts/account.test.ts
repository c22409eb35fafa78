import { describe, expect, test } from 'vitest';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type Account, formOf, openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';
import { TEST_ENGINES, whySkipped } from '../../../support/testDatabase.ts';

const NEW_PASSWORD = 'another battery, another horse';
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;
const told = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, codeOf(answer)];

for (const engine of TEST_ENGINES)
  describe.skipIf(whySkipped(engine))(`own account [${whySkipped(engine) ?? engine}]`, () => {
    const service = withAccountService(engine);
    const send = (method: 'GET' | 'PATCH' | 'DELETE' | 'POST', path: string, who: Account | null, payload?: object) =>
      service().app.inject({
        method,
        url: `/v1/${path}`,
        headers: { ...who?.headers },
        ...(payload ? { payload } : {}),
      });
    const logIn = (email: string, password: string) => send('POST', 'auth/login', null, { email, password });
    const upload = async (who: Account, name: string, organizationId?: string): Promise<string> => {
      const form = formOf([
        { name: 'file', value: toyPicture(name), fileName: `${name}.jpg` },
        ...(organizationId ? [{ name: 'organization_id', value: organizationId }] : []),
      ]);
      const headers = { ...form.headers, ...who.headers };
      const answer = await service().app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
      return (answer.json() as { id: string }).id;
    };

    describe('change the password', () => {
      test('204: the new one counts, this session goes on, all others end, a mail tells', async () => {
        const ada = await openAccount(service(), 'ada@example.org');
        const other = (await logIn(ada.email, PASSWORD)).json() as { access_token: string };
        const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
        expect((await send('POST', 'auth/change-password', ada, body)).statusCode).toBe(204);
        expect((await send('GET', 'auth/me', ada)).statusCode).toBe(200);
        const headers = { authorization: `Bearer ${other.access_token}` };
        expect((await service().app.inject({ method: 'GET', url: '/v1/auth/me', headers })).statusCode).toBe(401);
        expect((await logIn(ada.email, NEW_PASSWORD)).statusCode).toBe(200);
        expect((await logIn(ada.email, PASSWORD)).statusCode).toBe(401);
        expect((await service().mailsTo(ada.email)).map(({ subject }) => subject)).toContainEqual(
          expect.stringMatching(/password was changed/i),
        );
      });

      test('401: a wrong present password; 422: a weak new one; nothing changes', async () => {
        const bob = await openAccount(service(), 'bob@example.org');
        const wrong = { current_password: 'not this one', new_password: NEW_PASSWORD };
        expect(told(await send('POST', 'auth/change-password', bob, wrong))).toEqual([401, 'INVALID_CREDENTIALS']);
        const weak = { current_password: PASSWORD, new_password: 'bob@example.org' };
        expect(told(await send('POST', 'auth/change-password', bob, weak))).toEqual([422, 'WEAK_PASSWORD']);
        expect((await logIn(bob.email, PASSWORD)).statusCode).toBe(200);
      });
    });

    describe('profile', () => {
      test('200: the name changes at once, null removes it, what only the service may set is ignored', async () => {
        const carl = await openAccount(service(), 'carl@example.org');
        const patch = { full_name: ' Carl the Second ', tier: 'enterprise', is_verified: true };
        const answer = await send('PATCH', 'auth/me', carl, patch);
        expect(answer.json()).toMatchObject({ full_name: 'Carl the Second', tier: 'free', is_verified: false });
        expect((await send('PATCH', 'auth/me', carl, { full_name: null })).json()).toMatchObject({ full_name: null });
        expect((await send('PATCH', 'auth/me', carl, {})).json()).toMatchObject({ full_name: null });
      });

      test('200: a new address counts once its mail is answered; the old one is told before and after', async () => {
        const dora = await openAccount(service(), 'dora@example.org');
        const patch = { email: 'Dora@New.example.org', current_password: PASSWORD };
        expect((await send('PATCH', 'auth/me', dora, patch)).json()).toMatchObject({ email: 'dora@example.org' });
        expect((await service().mailsTo(dora.email)).map(({ subject }) => subject)).toContainEqual(
          expect.stringMatching(/about to change/),
        );
        expect((await logIn('dora@new.example.org', PASSWORD)).statusCode).toBe(401);
        const token = await service().tokenFor('Dora@New.example.org', /verify your email/i);
        expect((await send('POST', 'auth/verify-email', null, { token })).statusCode).toBe(200);
        expect((await send('GET', 'auth/me', dora)).json()).toMatchObject({
          email: 'Dora@New.example.org',
          is_verified: true,
        });
        expect((await logIn('dora@new.example.org', PASSWORD)).statusCode).toBe(200);
        expect((await logIn('dora@example.org', PASSWORD)).statusCode).toBe(401);
        expect((await service().mailsTo(dora.email)).map(({ subject }) => subject)).toContainEqual(
          expect.stringMatching(/was changed/),
        );
      });

      test('422 without the password, 401 with a wrong one, 409 for an address that somebody has', async () => {
        const emma = await openAccount(service(), 'emma@example.org');
        const patch = { email: 'CARL@example.org' };
        expect(told(await send('PATCH', 'auth/me', emma, patch))).toEqual([422, 'VALIDATION_ERROR']);
        const wrong = { ...patch, current_password: 'not this one' };
        expect(told(await send('PATCH', 'auth/me', emma, wrong))).toEqual([401, 'INVALID_CREDENTIALS']);
        const right = { ...patch, current_password: PASSWORD };
        expect(told(await send('PATCH', 'auth/me', emma, right))).toEqual([409, 'EMAIL_ALREADY_EXISTS']);
      });

      test('409: an address that was taken between the mail and its link stays with its owner', async () => {
        const finn = await openAccount(service(), 'finn@example.org');
        await send('PATCH', 'auth/me', finn, { email: 'wanted@example.org', current_password: PASSWORD });
        const token = await service().tokenFor('wanted@example.org', /verify/i);
        await openAccount(service(), 'wanted@example.org');
        expect(told(await send('POST', 'auth/verify-email', null, { token }))).toEqual([409, 'EMAIL_ALREADY_EXISTS']);
        expect((await send('GET', 'auth/me', finn)).json()).toMatchObject({ email: 'finn@example.org' });
      });
    });

    describe('delete', () => {
      test('204: account, assets and their files are gone, its tokens are refused, the address is free again', async () => {
        const gina = await openAccount(service(), 'gina@example.org');
        const assetId = await upload(gina, 'gone');
        expect(await service().ports.files.open(assetId, 'original')).not.toBeNull();
        expect((await send('DELETE', 'auth/me', gina, { password: PASSWORD })).statusCode).toBe(204);
        expect(await service().ports.files.open(assetId, 'original')).toBeNull();
        expect(await service().ports.assets.findAny(assetId)).toBeNull();
        expect(told(await send('GET', 'auth/me', gina))).toEqual([401, 'INVALID_TOKEN']);
        expect((await service().mailsTo(gina.email)).map(({ subject }) => subject)).toContainEqual(
          expect.stringMatching(/was deleted/),
        );
        const again = await openAccount(service(), gina.email);
        expect(again.id).not.toBe(gina.id);
      });

      test('422 without the password, 401 with a wrong one, and the account stays', async () => {
        const hugo = await openAccount(service(), 'hugo@example.org');
        expect(told(await send('DELETE', 'auth/me', hugo))).toEqual([422, 'VALIDATION_ERROR']);
        expect(told(await send('DELETE', 'auth/me', hugo, {}))).toEqual([422, 'VALIDATION_ERROR']);
        const wrong = { password: 'not this one' };
        expect(told(await send('DELETE', 'auth/me', hugo, wrong))).toEqual([401, 'INVALID_CREDENTIALS']);
        expect((await send('GET', 'auth/me', hugo)).statusCode).toBe(200);
      });
    });

    test('401: every one of these routes needs a credential', async () => {
      for (const [method, path] of [
        ['PATCH', 'auth/me'],
        ['DELETE', 'auth/me'],
        ['GET', 'auth/me/export'],
        ['POST', 'auth/change-password'],
      ] as const)
        expect(told(await send(method, path, null, {})), path).toEqual([401, 'UNAUTHENTICATED']);
    });
  });
