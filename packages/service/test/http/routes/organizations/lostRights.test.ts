import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, PASSWORD } from '../../../fakes/testService.ts';
import {
  codeOf,
  type DatabaseService,
  lastToken,
  newAccount,
  startDatabaseService,
} from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('rights that were lost or stolen', (database) => {
  let service: DatabaseService;
  let ada: Account;
  let grace: Account;
  let second: Account;
  let id: string;
  const at = (rest = ''): string => `/v1/organizations/${id}${rest}`;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  beforeEach(async () => {
    [ada, grace, second] = [await newAccount(service), await newAccount(service), await newAccount(service)];
    id = await service.found(ada);
  });
  afterAll(() => service.app.close());
  const invite = async (who: Account, role: string): Promise<string> => {
    const made = await service.ask('POST', at('/invitations'), who, { email: second.email, role });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return await lastToken(service);
  };
  const accept = (token: string) => service.ask('POST', '/v1/invitations/accept', second, { token });
  const openInvitations = async (): Promise<number> =>
    (await service.ports.organizations.invitations(id, { page: 1, pageSize: 50 })).items.filter(
      ({ revokedAt, acceptedAt }) => !revokedAt && !acceptedAt,
    ).length;

  test.each([
    ['removed', () => service.ask('DELETE', at(`/members/${grace.id}`), ada)],
    ['demoted', () => service.ask('PATCH', at(`/members/${grace.id}`), ada, { role: 'editor' })],
    ['gone by himself', () => service.ask('POST', at('/leave'), grace)],
  ])('410: the invitation of an admin who is %s makes nobody a member', async (_how, lose) => {
    await service.join(id, ada, grace, 'admin');
    const token = await invite(grace, 'admin');
    expect((await lose()).status).toBeLessThan(300);
    expect(await openInvitations()).toBe(0);
    expect(codeOf(await accept(token))).toEqual([410, 'GONE']);
  });

  test('410: an owner who becomes an admin loses the invitations of owners, and keeps the others', async () => {
    await service.join(id, ada, grace, 'owner');
    const token = await invite(ada, 'owner');
    await service.ask('POST', at('/invitations'), ada, { email: 'editor@example.org', role: 'editor' });
    const handed = await service.ask('POST', at('/transfer'), ada, { user_id: grace.id, password: PASSWORD });
    expect(handed.status).toBeLessThan(300);
    expect(codeOf(await accept(token))).toEqual([410, 'GONE']);
    expect(await openInvitations()).toBe(1);
  });

  test('403: no API key makes, changes or removes owners, whatever its scopes: a stolen one would take the organization over', async () => {
    await service.join(id, ada, grace, 'owner');
    const made = await service.ask('POST', '/v1/api-keys/', ada, { name: 'k', scopes: ['*'], organization_id: id });
    const key = { key: String(made.body.key) };
    for (const [method, path, body] of [
      ['POST', '/invitations', { email: second.email, role: 'owner' }],
      ['PATCH', `/members/${grace.id}`, { role: 'admin' }],
      ['DELETE', `/members/${grace.id}`, undefined],
    ] as const)
      expect(codeOf(await service.ask(method, at(path), key, body)), path).toEqual([403, 'FORBIDDEN']);
    const admin = { email: second.email, role: 'admin' };
    expect((await service.ask('POST', at('/invitations'), key, admin)).status).toBe(201);
  });

  test('410: the invitation of an account that was deleted makes nobody a member', async () => {
    await service.join(id, ada, grace, 'admin');
    const token = await invite(grace, 'admin');
    expect((await service.ask('DELETE', '/v1/auth/me', grace, { password: PASSWORD })).status).toBe(204);
    expect(codeOf(await accept(token))).toEqual([410, 'GONE']);
  });

  test('422, 401: an access token alone hands no organization over', async () => {
    await service.join(id, ada, grace, 'viewer');
    const transfer = async (password?: string) =>
      codeOf(await service.ask('POST', at('/transfer'), ada, { user_id: grace.id, password }));
    expect(await transfer()).toEqual([422, 'VALIDATION_ERROR']);
    expect(await transfer('not this one')).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await service.ask('GET', at(), ada)).body).toMatchObject({ owner_id: ada.id, role: 'owner' });
  });

  test('422, 401: an access token alone deletes no organization', async () => {
    const slug = String((await service.ask('GET', at(), ada)).body.slug);
    expect(codeOf(await service.ask('DELETE', at(), ada, { confirm: slug }))).toEqual([422, 'VALIDATION_ERROR']);
    const wrong = { confirm: slug, password: 'not this one' };
    expect(codeOf(await service.ask('DELETE', at(), ada, wrong))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await service.ask('GET', at(), ada)).status).toBe(200);
    expect((await service.ask('DELETE', at(), ada, { confirm: slug, password: PASSWORD })).status).toBe(204);
  });
});
