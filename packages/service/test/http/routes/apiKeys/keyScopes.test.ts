import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { codeOf, type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('what the scopes of a key allow', (database) => {
  let service: DatabaseService;
  let ada: Account;
  let assetId: string;
  beforeAll(async () => {
    service = await startDatabaseService(database());
    ada = await newAccount(service);
    const form = formOf([{ name: 'file', value: toyPicture('scopes'), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers };
    const uploaded = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    assetId = (uploaded.json() as { id: string }).id;
  });
  afterAll(() => service.app.close());

  const keyWith = async (scopes?: readonly string[]) => {
    const made = await service.ask('POST', '/v1/api-keys/', ada, { name: 'k', ...(scopes ? { scopes } : {}) });
    return { key: String(made.body.key), organizationId: String(made.body.organization_id) };
  };

  test('200: a key with the default scopes reads the use of its own organization', async () => {
    const { key, organizationId } = await keyWith();
    const usage = await service.ask('GET', `/v1/organizations/${organizationId}/usage`, { key });
    expect([usage.status, usage.body]).toMatchObject([200, { uploads_count: 1 }]);
    const { key: writer } = await keyWith(['write']);
    const refused = await service.ask('GET', `/v1/organizations/${organizationId}/usage`, { key: writer });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error_code: 'INSUFFICIENT_SCOPE', required_scope: 'read' },
    ]);
  });

  test('403: a key withdraws and restores with the scope delete, not with write', async () => {
    const { key: writer } = await keyWith(['read', 'write']);
    const { key: deleter } = await keyWith(['delete']);
    for (const [action, body] of [
      ['revoke', { reason: 'x' }],
      ['restore', {}],
    ] as const) {
      const refused = await service.ask('POST', `/v1/assets/${assetId}/${action}`, { key: writer }, body);
      expect([refused.status, refused.body]).toMatchObject([403, { required_scope: 'delete' }]);
      const done = await service.ask('POST', `/v1/assets/${assetId}/${action}`, { key: deleter }, body);
      expect([action, done.status]).toEqual([action, 200]);
    }
  });

  test('401: logout with an API key, since a key has no session; the key works on', async () => {
    const { key } = await keyWith(['*']);
    const out = await service.ask('POST', '/v1/auth/logout', { key });
    expect(codeOf(out)).toEqual([401, 'UNAUTHENTICATED']);
    expect((await service.ask('POST', '/v1/api-keys/validate', { key })).status).toBe(200);
  });
});
