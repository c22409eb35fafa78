import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { runKeyJob } from '../../../../src/app/keys/keyJob.ts';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { codeOf, type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Made {
  readonly id: string;
  readonly key: string;
}

describeOnEachEngine('API keys over HTTP', (database) => {
  let service: DatabaseService;
  let ada: Account;
  let eve: Account;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  beforeEach(async () => {
    [ada, eve] = [await newAccount(service), await newAccount(service)];
  });
  afterAll(() => service.app.close());

  const make = async (who: Account, fields: object = {}): Promise<Made> => {
    const made = await service.ask('POST', '/v1/api-keys/', who, { name: 'Import', ...fields });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body as unknown as Made;
  };
  const validate = (key: string) => service.ask('POST', '/v1/api-keys/validate', { key });
  const signIn = async (who: Account): Promise<Pick<Account, 'headers'>> => {
    const payload = { email: who.email, password: 'correct horse battery staple' };
    const login = await service.ask('POST', '/v1/auth/login', null, payload);
    return { headers: { authorization: `Bearer ${login.body.access_token}` } };
  };
  const upload = async (headers: Record<string, string>, scene: string) => {
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
    const all = { ...form.headers, ...headers };
    return service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers: all });
  };
  const verify = async (headers: Record<string, string>, scene: string) => {
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
    const all = { ...form.headers, ...headers };
    return service.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers: all });
  };

  describe('POST /api-keys/', () => {
    test('201: the key is shown once; the list and the database have its ends and its hash only', async () => {
      const made = await service.ask('POST', '/v1/api-keys/', ada, { name: 'Import', expires_in_days: 30 });
      expect(made.status).toBe(201);
      expect(made.headers['cache-control']).toBe('no-store');
      expect(made.body).toMatchObject({
        name: 'Import',
        scopes: ['read', 'verify'],
        is_active: true,
        last_used_at: null,
        user_id: ada.id,
      });
      const key = String(made.body.key);
      expect(Date.parse(String(made.body.expires_at)) - Date.parse(String(made.body.created_at))).toBe(30 * DAY_MS);
      const list = await service.ask('GET', '/v1/api-keys/', ada);
      expect(list.body).toMatchObject({ total: 1, items: [{ key: `${key.slice(0, 16)}...${key.slice(-4)}` }] });
      expect(JSON.stringify(list.body)).not.toContain(key.slice(16, 40));
      expect(JSON.stringify(await service.ports.apiKeys.find(String(made.body.id)))).not.toContain(key.slice(16, 40));
    });

    test('422 for unknown scopes and bounds, aliases are resolved', async () => {
      for (const bad of [
        {},
        { name: '' },
        { name: 'x', scopes: ['root'] },
        { name: 'x', expires_in_days: 0 },
        { name: 'x', expires_in_days: 3651 },
        { name: 'x', rate_limit_per_hour: 0 },
        { name: 'x', organization_id: 'mine' },
      ])
        expect(codeOf(await service.ask('POST', '/v1/api-keys/', ada, bad)), JSON.stringify(bad)).toEqual([
          422,
          'VALIDATION_ERROR',
        ]);
      const made = await service.ask('POST', '/v1/api-keys/', ada, { name: 'x', scopes: ['upload', 'admin', 'read'] });
      expect(made.body.scopes).toEqual(['read', 'write', '*']);
    });

    test('403: no key makes, sees or ends keys or touches accounts, whatever its scopes', async () => {
      const { id, key } = await make(ada, { scopes: ['*'] });
      for (const [method, url, body] of [
        ['POST', '/v1/api-keys/', { name: 'x' }],
        ['GET', '/v1/api-keys/'],
        ['GET', `/v1/api-keys/${id}`],
        ['DELETE', `/v1/api-keys/${id}`],
        ['POST', `/v1/api-keys/${id}/rotate`],
        ['POST', '/v1/organizations/', { name: 'x' }],
        ['GET', '/v1/auth/me'],
      ] as const)
        expect(codeOf(await service.ask(method, url, { key }, body)), `${method} ${url}`).toEqual([403, 'FORBIDDEN']);
    });

    test('403: scopes beyond the role; 403: a viewer makes none; an editor sees his own alone', async () => {
      const id = await service.found(ada);
      const grace = await newAccount(service);
      const vera = await newAccount(service);
      await service.join(id, ada, grace, 'editor');
      await service.join(id, ada, vera, 'viewer');
      const of = { organization_id: id };
      const ask = (who: Account, scopes: string[]) =>
        service.ask('POST', '/v1/api-keys/', who, { name: 'x', scopes, ...of });
      expect(codeOf(await ask(grace, ['org:admin']))).toEqual([403, 'FORBIDDEN']);
      expect(codeOf(await ask(grace, ['*']))).toEqual([403, 'FORBIDDEN']);
      expect(codeOf(await ask(vera, ['read']))).toEqual([403, 'FORBIDDEN']);
      const mine = await make(grace, { scopes: ['write'], ...of });
      const adas = await make(ada, of);
      expect((await service.ask('GET', `/v1/api-keys/?organization_id=${id}`, grace)).body.total).toBe(1);
      expect((await service.ask('GET', `/v1/api-keys/?organization_id=${id}`, ada)).body.total).toBe(2);
      expect(codeOf(await service.ask('GET', `/v1/api-keys/${adas.id}`, grace))).toEqual([404, 'API_KEY_NOT_FOUND']);
      expect((await service.ask('GET', `/v1/api-keys/${mine.id}`, ada)).status).toBe(200);
      // A demotion takes the rights of the keys along.
      await service.ask('PATCH', `/v1/organizations/${id}/members/${grace.id}`, ada, { role: 'viewer' });
      expect((await upload({ 'x-api-key': mine.key }, 'harbour')).statusCode).toBe(403);
    });

    test('403 QUOTA_EXCEEDED: the 101st active key, also at once; a revoked one gives its place back', async () => {
      // One caller may ask 60 times a minute; keys of a second organization count for themselves.
      const id = await service.found(ada);
      const row = await service.ports.apiKeys.find((await make(ada, { organization_id: id })).id);
      await service.ports.organizations.change(id, () => ({
        commands: Array.from({ length: 97 }, (_, i) => ({
          do: 'addKey' as const,
          key: { ...row!, id: crypto.randomUUID(), keyHash: `filler ${i} ${id}` },
        })),
        audit: [],
        events: [],
        result: undefined,
      }));
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => service.ask('POST', '/v1/api-keys/', ada, { name: 'x', organization_id: id })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
      expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
        error_code: 'QUOTA_EXCEEDED',
        quota: 'api_keys',
        limit: 100,
        used: 100,
      });
      await service.ask('DELETE', `/v1/api-keys/${row?.id}`, ada);
      expect((await service.ask('POST', '/v1/api-keys/', ada, { name: 'x', organization_id: id })).status).toBe(201);
      expect((await make(ada)).id).toBeDefined();
    });
  });

  describe('a key as credential', () => {
    test('200 or 403 INSUFFICIENT_SCOPE with required_scope, for each scope and route', async () => {
      const asset = (await upload(ada.headers, 'harbour')).json() as { id: string };
      const routes = [
        ['GET', '/v1/assets/', 'read'],
        ['GET', `/v1/assets/${asset.id}`, 'read'],
        ['GET', '/v1/verify/history', 'read'],
        ['PATCH', `/v1/assets/${asset.id}`, 'write', { title: 'By a key' }],
        ['GET', '/v1/organizations/', 'org:read'],
        ['DELETE', `/v1/assets/${asset.id}`, 'delete'],
      ] as const;
      const scopes = ['read', 'write', 'org:read', 'verify', 'delete'];
      const keys = new Map<string, string>();
      for (const scope of scopes) keys.set(scope, (await make(ada, { scopes: [scope] })).key);
      for (const [method, url, needed, body] of routes)
        for (const [scope, key] of keys) {
          const answer = await service.ask(method, url, { key }, body);
          const told = `${method} ${url} with ${scope}`;
          if (scope === needed) expect(answer.status, told).toBeLessThan(300);
          else {
            expect(codeOf(answer), told).toEqual([403, 'INSUFFICIENT_SCOPE']);
            expect(answer.body.required_scope, told).toBe(needed);
          }
        }
      expect((await verify({ 'x-api-key': keys.get('read')! }, 'harbour')).statusCode).toBe(403);
    });

    test('it acts in its own organization and is a stranger in every other one of its maker', async () => {
      const id = await service.found(ada);
      const personal = (await upload(ada.headers, 'harbour')).json() as { id: string };
      const { key } = await make(ada, { scopes: ['*'], organization_id: id });
      const made = (await upload({ 'x-api-key': key }, 'boat')).json() as Record<string, string>;
      expect(made.organization_id).toBe(id);
      expect(codeOf(await service.ask('GET', `/v1/assets/${personal.id}`, { key }))).toEqual([404, 'ASSET_NOT_FOUND']);
      const list = await service.ask('GET', '/v1/organizations/', { key });
      expect(list.body).toMatchObject({ total: 1, items: [{ id }] });
      const all = (await service.ask('GET', '/v1/organizations/', ada)).body as unknown as { items: { id: string }[] };
      const other = all.items.find((organization) => organization.id !== id)!.id;
      const elsewhere = await service.ask('GET', '/v1/assets/', { key }, undefined, { 'x-organization-id': other });
      expect(codeOf(elsewhere)).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
    });

    test('verifications name the key; its history holds those of its organization alone', async () => {
      const id = await service.found(ada);
      const { id: keyId, key } = await make(ada, { organization_id: id });
      const unshared = (await verify(ada.headers, 'boat')).json() as { verification_id: string };
      const done = (await verify({ 'x-api-key': key }, 'harbour')).json() as { verification_id: string };
      expect(await service.ports.verifications.find(done.verification_id)).toMatchObject({
        apiKeyId: keyId,
        organizationId: id,
        userId: ada.id,
      });
      expect((await service.ask('GET', '/v1/verify/history', { key })).body).toMatchObject({ total: 1 });
      const withKey = await service.ask('GET', `/v1/verify/history?api_key_id=${keyId}`, ada);
      expect(withKey.body).toMatchObject({ total: 1, items: [{ user_id: ada.id, api_key_id: keyId }] });
      const other = await make(ada);
      const withOther = await service.ask('GET', `/v1/verify/history?api_key_id=${other.id}`, ada);
      expect(withOther.body).toMatchObject({ total: 0 });
      expect((await service.ask('GET', `/v1/verify/${done.verification_id}`, { key })).status).toBe(200);
      expect(codeOf(await service.ask('GET', `/v1/verify/${unshared.verification_id}`, { key }))).toEqual([
        404,
        'VERIFICATION_NOT_FOUND',
      ]);
    });

    test('401: a bad key is never taken for none, also where none is needed; the reason only for the whole secret', async () => {
      const { key } = await make(ada);
      const other = (await make(eve)).key;
      for (const bad of ['x', `${key}x`, `${key.slice(0, -1)}_`, key.slice(0, 20) + other.slice(20), '']) {
        expect((await verify({ 'x-api-key': bad }, 'harbour')).statusCode, bad).toBe(401);
        const answer = await service.ask('GET', '/v1/assets/', { key: bad });
        expect(codeOf(answer)).toEqual([401, 'INVALID_API_KEY']);
        expect(answer.body.detail).toBe('This API key is not known.');
        expect(answer.headers['www-authenticate']).toContain('Bearer');
      }
    });

    test('both sent: the token wins; 400 AMBIGUOUS_CREDENTIALS if they act in different organizations', async () => {
      const same = (await make(ada, { scopes: ['verify'] })).key;
      const foreign = (await make(eve)).key;
      const id = await service.found(ada);
      const elsewhere = (await make(ada, { organization_id: id })).key;
      const get = (key: string, more = {}) =>
        service.ask('GET', '/v1/assets/', ada, undefined, { 'x-api-key': key, ...more });
      expect((await get(same)).status).toBe(200);
      expect((await get('nonsense')).status).toBe(200);
      expect(codeOf(await get(foreign))).toEqual([400, 'AMBIGUOUS_CREDENTIALS']);
      expect(codeOf(await get(elsewhere))).toEqual([400, 'AMBIGUOUS_CREDENTIALS']);
      expect((await get(elsewhere, { 'x-organization-id': id })).status).toBe(200);
      const badToken = await service.ask('GET', '/v1/assets/', { key: same }, undefined, { authorization: 'Bearer x' });
      expect(codeOf(badToken)).toEqual([401, 'INVALID_TOKEN']);
    });

    test('last_used_at moves at most once a minute', async () => {
      const { id, key } = await make(ada);
      const used = async () => (await service.ports.apiKeys.find(id))?.lastUsedAt?.getTime() ?? null;
      expect(await used()).toBeNull();
      await service.ask('GET', '/v1/assets/', { key });
      const first = service.ports.clock.now().getTime();
      expect(await used()).toBe(first);
      service.ports.clock.advance(59_000);
      await service.ask('GET', '/v1/assets/', { key });
      expect(await used()).toBe(first);
      service.ports.clock.advance(1_000);
      await service.ask('GET', '/v1/assets/', { key });
      expect(await used()).toBe(first + 60_000);
    });

    test('a limit of its own lowers the one of the service and is shown', async () => {
      const { key } = await make(ada, { rate_limit_per_hour: 2, rate_limit_per_day: 7 });
      expect((await validate(key)).body).toMatchObject({ rate_limit: { per_hour: 2, per_day: 7 } });
      const answers = [];
      for (let i = 0; i < 3; i++) answers.push(await service.ask('GET', '/v1/assets/', { key }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(answers[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
    });
  });

  describe('change, end, replace', () => {
    test('200 PATCH: name, scopes, switched off and on again; 401 in between, with the reason', async () => {
      const { id, key } = await make(ada);
      const edited = await service.ask('PATCH', `/v1/api-keys/${id}`, ada, { name: 'New', scopes: ['write'] });
      expect(edited).toMatchObject({ status: 200, body: { name: 'New', scopes: ['write'], is_active: true } });
      await service.ask('PATCH', `/v1/api-keys/${id}`, ada, { is_active: false });
      const off = await validate(key);
      expect(codeOf(off)).toEqual([401, 'INVALID_API_KEY']);
      expect(off.body.detail).toBe('This API key is switched off.');
      await service.ask('PATCH', `/v1/api-keys/${id}`, ada, { is_active: true });
      expect((await validate(key)).body).toMatchObject({ valid: true, key_id: id, name: 'New', scopes: ['write'] });
    });

    test('204 DELETE, again 204; it stays listed as inactive; 409 to change or replace it', async () => {
      const { id, key } = await make(ada);
      expect((await service.ask('DELETE', `/v1/api-keys/${id}`, ada)).status).toBe(204);
      expect((await service.ask('DELETE', `/v1/api-keys/${id}`, ada)).status).toBe(204);
      expect((await validate(key)).body.detail).toBe('This API key was revoked.');
      expect((await service.ask('GET', `/v1/api-keys/${id}`, ada)).body).toMatchObject({ is_active: false });
      expect(codeOf(await service.ask('PATCH', `/v1/api-keys/${id}`, ada, { name: 'x' }))).toEqual([409, 'CONFLICT']);
      expect(codeOf(await service.ask('POST', `/v1/api-keys/${id}/rotate`, ada))).toEqual([409, 'CONFLICT']);
    });

    test('404: keys of others answer as if there were none', async () => {
      const { id } = await make(ada);
      for (const [method, rest, body] of [
        ['GET', ''],
        ['PATCH', '', { name: 5 }],
        ['DELETE', ''],
        ['POST', '/rotate'],
      ] as const)
        expect(codeOf(await service.ask(method, `/v1/api-keys/${id}${rest}`, eve, body))).toEqual([
          404,
          'API_KEY_NOT_FOUND',
        ]);
      expect(codeOf(await service.ask('GET', '/v1/api-keys/not-an-id', ada))).toEqual([422, 'VALIDATION_ERROR']);
    });

    test('201 rotate: both work for a day, then the new one alone; of two at once one succeeds', async () => {
      const { id, key } = await make(ada, { scopes: ['read'], expires_in_days: 10 });
      const answers = await Promise.all([1, 2].map(() => service.ask('POST', `/v1/api-keys/${id}/rotate`, ada)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const next = answers.find(({ status }) => status === 201)!.body as unknown as Made & { scopes: string[] };
      expect(next.scopes).toEqual(['read']);
      expect((await service.ask('GET', `/v1/api-keys/${id}`, ada)).body).toMatchObject({ rotated_to_id: next.id });
      expect([(await validate(key)).status, (await validate(next.key)).status]).toEqual([200, 200]);
      service.ports.clock.advance(DAY_MS + 1000);
      const old = await validate(key);
      expect([old.status, (await validate(next.key)).status]).toEqual([401, 200]);
      expect(String(old.body.detail)).toContain('expired');
    });

    test('validate: 401 UNAUTHENTICATED without the header, 200 with a good key', async () => {
      expect(codeOf(await service.ask('POST', '/v1/api-keys/validate', null))).toEqual([401, 'UNAUTHENTICATED']);
      const { id, key } = await make(ada);
      expect((await validate(key)).body).toMatchObject({ valid: true, key_id: id, is_active: true, expires_at: null });
    });
  });

  test('events: made, revoked and soon to end, each once, with the change that they tell of', async () => {
    const { id } = await make(ada, { expires_in_days: 8 });
    const { organizationId } = (await service.ports.apiKeys.find(id))!;
    const told = async (): Promise<string[]> => {
      const rows = await database().read((queries) =>
        queries.select({ event: outbox.event }).from(outbox).where(eq(outbox.organizationId, organizationId)),
      );
      return rows.map(({ event }) => event);
    };
    await runKeyJob(service.ports);
    expect(await told()).toEqual(['api_key.created']);
    service.ports.clock.advance(2 * DAY_MS);
    await runKeyJob(service.ports);
    await runKeyJob(service.ports);
    expect(await told()).toEqual(['api_key.created', 'api_key.expiring']);
    const again = await signIn(ada);
    await service.ask('DELETE', `/v1/api-keys/${id}`, again as Account);
    await service.ask('DELETE', `/v1/api-keys/${id}`, again as Account);
    expect((await told()).filter((event) => event === 'api_key.revoked')).toHaveLength(1);
    service.ports.clock.advance(91 * DAY_MS);
    await runKeyJob(service.ports);
    expect(await service.ports.apiKeys.find(id)).toBeNull();
  });
});
