import { byTrack } from '@assay/core/watermark/tracks';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';

/** Every route of the description that has an id in its path is walked with the ids of somebody else. */
let service: TestService;
let ada: Account;
let eve: Account;
const ids: Record<string, string> = {};

const sendPicture = (url: string, sent: Record<string, string>) => {
  const form = formOf([{ name: 'file', value: toyPicture('private'), fileName: 'secret name.jpg' }]);
  const headers = { ...form.headers, ...sent };
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers });
};
const post = async (url: string, who: Account): Promise<Record<string, string>> =>
  (await sendPicture(url, who.headers)).json();
const verifyFor = (organizationId: string, who: Account) =>
  sendPicture('/v1/verify/', { ...who.headers, 'x-organization-id': organizationId });

/** A key of the account, in the store of keys. */
async function keyOf({ id: userId }: Account, organizationId: string): Promise<string> {
  const { apiKeys, keySecrets, clock, ids: fresh } = service.ports;
  const { secret: _secret, ...minted } = keySecrets.mint();
  const id = fresh.uuid();
  const open = { expiresAt: null, lastUsedAt: null, revokedAt: null, rotatedToId: null, isActive: true };
  const limits = { rateLimitPerHour: null, rateLimitPerDay: null };
  const more = { name: 'secret name', scopes: ['read'], createdAt: clock.now() };
  apiKeys.keys.set(id, { id, organizationId, userId, ...minted, ...open, ...limits, ...more });
  return id;
}

const send = async (method: 'POST', url: string, payload?: object): Promise<Record<string, string>> =>
  (await service.app.inject({ method, url, headers: ada.headers, ...(payload ? { payload } : {}) })).json();

beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
  ids.session_id = String(decodeJwt(ada.headers.authorization.slice('Bearer '.length)).sid);
  const me = await service.app.inject({ method: 'GET', url: '/v1/auth/me', headers: ada.headers });
  ids.organization_id = (me.json() as { organization_id: string }).organization_id;
  const { organization } = await service.ports.memberships.personal(ada.id);
  ids.organization_id = organization.id;
  ids.user_id = ada.id;
  ids.invitation_id = ada.id;
  ids.key_id = await keyOf(ada, organization.id);
  ids.asset_id = String((await post('/v1/assets/', ada)).id);
  ids.verification_id = String((await post('/v1/verify/', ada)).verification_id);
  ids.copy_id = String((await send('POST', `/v1/assets/${ids.asset_id}/copies`, { recipient: 'secret name' })).id);
  ids.share_id = String((await send('POST', `/v1/assets/${ids.asset_id}/share`)).id);
  const hook = { url: 'https://hooks.example.org/secret name', events: ['*'] };
  ids.webhook_id = String((await send('POST', '/v1/webhooks/', hook)).id);
  const test = (await send('POST', `/v1/webhooks/${ids.webhook_id}/test`)) as unknown as {
    data: { delivery_id: string };
  };
  ids.delivery_id = test.data.delivery_id;
  ids.import_id = service.ports.ids.uuid();
  await service.ports.imports.add(
    {
      id: ids.import_id,
      organizationId: organization.id,
      userId: ada.id,
      apiKeyId: null,
      kind: 'zip',
      source: 'secret name',
      options: {
        tracks: byTrack(() => true),
        strengths: {},
        metadata: true,
        commit: false,
        encrypt: false,
        description: null,
        tags: [],
      },
      createdAt: new Date(),
    },
    [{ name: 'secret name', sizeBytes: 1 }],
    1,
  );
});
afterAll(() => service.app.close());

type Paths = Record<string, Record<string, { readonly security?: readonly unknown[] }>>;
/** Theirs alone, whatever the id: routes/operator/disputes.test.ts. */
const OF_OPERATORS = '/v1/operator/';
/** Open to everybody, so that a commitment convinces strangers: docs/spec/ledger.md#reading-a-commitment. */
const isPublic = (operation: { readonly security?: readonly unknown[] } | undefined) =>
  operation?.security?.length === 0;
const walk = async (): Promise<[string, string][]> => {
  const { paths } = (await service.app.inject({ method: 'GET', url: '/openapi.json' })).json() as { paths: Paths };
  return Object.entries(paths).flatMap(([path, methods]) =>
    /\{\w+_id\}/.test(path) && !path.startsWith(OF_OPERATORS)
      ? Object.keys(methods)
          .filter((method) => !isPublic(methods[method]))
          .map((method): [string, string] => [method.toUpperCase(), path])
      : [],
  );
};
const fill = (path: string, values: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? `no example for ${name}`);
const call = (method: string, url: string, who: Account) =>
  service.app.inject({
    method: method as 'GET',
    url,
    headers: who.headers,
    ...(method === 'PATCH' ? { payload: { title: 5 } } : {}),
  });

describe('objects of another account', () => {
  test('404: every id-bearing route answers a foreign id exactly as an unknown one', async () => {
    const routes = await walk();
    expect(routes.length).toBeGreaterThanOrEqual(8);
    const unknown = Object.fromEntries(Object.keys(ids).map((name) => [name, eve.id]));
    for (const [method, path] of routes) {
      const foreign = await call(method, fill(path, ids), eve);
      const missing = await call(method, fill(path, unknown), eve);
      expect(foreign.statusCode, `${method} ${path}`).toBe(404);
      const told = (answer: typeof foreign) => {
        const { detail, error_code } = answer.json() as Record<string, unknown>;
        return { status: answer.statusCode, detail, error_code };
      };
      expect(told(foreign), `${method} ${path}`).toEqual(told(missing));
      expect(foreign.body).not.toContain('secret name');
    }
  });

  test('the owner still has everything afterwards', async () => {
    expect((await call('GET', fill('/v1/assets/{asset_id}', ids), ada)).statusCode).toBe(200);
    expect((await call('GET', fill('/v1/verify/{verification_id}', ids), ada)).statusCode).toBe(200);
  });

  test('verify tells a stranger that there is a match, and nothing of the asset', async () => {
    const result = await post('/v1/verify/', eve);
    expect(result).toMatchObject({ asset_id: null, verdict: 'authentic' });
    expect(JSON.stringify(result)).not.toContain(ids.asset_id);
    expect(JSON.stringify(result)).not.toMatch(/secret name|\/signed\/|organization/);
  });
});

describe('roles inside one organization', () => {
  test('403: a viewer sees and verifies but may not change, delete, withdraw or read the original; an editor withdraws and deletes his own', async () => {
    const asset = (await call('GET', `/v1/assets/${ids.asset_id}`, ada)).json() as { organization_id: string };
    const vera = await openAccount(service, 'vera@example.org');
    service.join(vera.id, asset.organization_id, 'viewer');
    const url = `/v1/assets/${ids.asset_id}`;
    expect((await call('GET', url, vera)).statusCode).toBe(200);
    expect((await call('GET', `${url}/download`, vera)).statusCode).toBe(200);
    const refused = [
      await call('GET', `${url}/download?variant=original`, vera),
      await call('DELETE', url, vera),
      await service.app.inject({ method: 'PATCH', url, headers: vera.headers, payload: { title: 'mine' } }),
    ];
    for (const answer of refused)
      expect([answer.statusCode, (answer.json() as { error_code: string }).error_code]).toEqual([403, 'FORBIDDEN']);
    expect((await verifyFor(asset.organization_id, vera)).statusCode).toBe(200);
    const edda = await openAccount(service, 'edda@example.org');
    service.join(edda.id, asset.organization_id, 'editor');
    const withdraw = (of: string) =>
      service.app.inject({
        method: 'POST',
        url: `/v1/assets/${of}/revoke`,
        headers: edda.headers,
        payload: { reason: 'x' },
      });
    expect((await call('DELETE', url, edda)).statusCode).toBe(403);
    expect((await withdraw(ids.asset_id ?? '')).statusCode).toBe(403);
    const own = await sendPicture('/v1/assets/', { ...edda.headers, 'x-organization-id': asset.organization_id });
    const { id } = own.json() as { id: string };
    expect((await withdraw(id)).statusCode).toBe(200);
    expect((await call('POST', `/v1/assets/${id}/restore`, edda)).statusCode).toBe(200);
    expect((await call('DELETE', `/v1/assets/${id}`, edda)).statusCode).toBe(204);
  });
});
