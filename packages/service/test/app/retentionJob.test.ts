import { afterAll, beforeAll, expect, test } from 'vitest';
import { runImports } from '../../src/app/imports/runImports.ts';
import { forgetVerifications, retentionJob } from '../../src/app/retentionJob.ts';
import { type Account, formOf } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../support/databaseService.ts';
import { describeOnEachEngine } from '../support/testDatabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describeOnEachEngine('how long verifications are kept', (database) => {
  let service: DatabaseService;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  afterAll(() => service.app.close());

  const verify = async (who: Account | null, organizationId?: string): Promise<string> => {
    const form = formOf([{ name: 'file', value: toyPicture('kept'), fileName: 'a.jpg' }]);
    const headers = {
      ...form.headers,
      ...who?.headers,
      ...(organizationId ? { 'x-organization-id': organizationId } : {}),
    };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers });
    return (answer.json() as { verification_id: string }).verification_id;
  };
  const isKept = async (id: string): Promise<boolean> => (await service.ports.verifications.find(id)) !== null;
  const keptAfter = async (days: number, ids: readonly string[]): Promise<boolean[]> => {
    service.ports.clock.advance(days * DAY_MS);
    await forgetVerifications(service.ports);
    return Promise.all(ids.map(isKept));
  };
  const forgotten = async (organizationId: string): Promise<unknown[]> => {
    const { items } = await service.ports.organizations.auditLog(organizationId, { page: 1, pageSize: 100 });
    return items.filter(({ action }) => action === 'verifications.forgotten').map(({ details }) => details);
  };

  test('retention_days of the organization, else 365 days; the audit log tells how many went', async () => {
    const ada = await newAccount(service);
    const short = await service.found(ada, { name: 'Short memory', slug: 'short-memory' });
    const usual = await service.found(ada, { name: 'Usual memory', slug: 'usual-memory' });
    const set = await service.ask('PATCH', `/v1/organizations/${short}`, ada, { retention_days: 30 });
    expect(set.status).toBe(200);
    const ids = [await verify(ada, short), await verify(ada, short), await verify(ada, usual), await verify(null)];
    expect(await keptAfter(29, ids)).toEqual([true, true, true, true]);
    expect(await forgotten(short)).toEqual([]);
    expect(await keptAfter(2, ids)).toEqual([false, false, true, true]);
    expect(await forgotten(short)).toEqual([{ count: 2 }]);
    expect(await keptAfter(333, ids)).toEqual([false, false, true, true]);
    expect(await keptAfter(2, ids)).toEqual([false, false, false, false]);
    expect(await forgotten(usual)).toEqual([{ count: 1 }]);
    await forgetVerifications(service.ports);
    expect(await forgotten(short)).toEqual([{ count: 2 }]);
  });

  test('what cannot be forgotten keeps nothing else from it, and is told', async () => {
    const id = await verify(null);
    service.ports.clock.advance(366 * DAY_MS);
    const broken = {
      ...service.ports,
      idempotentAnswers: { ...service.ports.idempotentAnswers, forgetExpired: () => Promise.reject(new Error('no')) },
    };
    await expect(retentionJob(broken)()).rejects.toMatchObject({ errors: [new Error('no')] });
    expect(await isKept(id)).toBe(false);
  });

  test('deferred verifications and reports of imports are forgotten batch after batch, until fewer are left', async () => {
    const asked: string[] = [];
    const counting = (name: string) => async (_before: Date, limit: number) => {
      asked.push(name);
      return asked.length < 3 ? limit : limit - 1;
    };
    const forgetExpired = counting('deferred');
    const deferredVerifications = { ...service.ports.deferredVerifications, forgetExpired };
    await retentionJob({ ...service.ports, deferredVerifications })();
    expect(asked).toEqual(['deferred', 'deferred', 'deferred']);
    asked.length = 0;
    const imports = { ...service.ports.imports, forgetEnded: counting('imports') };
    const importSources = { ...service.ports.importSources, kept: async () => [] };
    await runImports({ ...service.ports, imports, importSources }, () => false, { warn: () => {} }, 1);
    expect(asked).toEqual(['imports', 'imports', 'imports']);
  });

  test('what is deleted is 404 to its maker, and so is a share link to it', async () => {
    const eve = await newAccount(service);
    const id = await verify(eve);
    const shared = await service.ask('POST', `/v1/verify/${id}/share`, eve);
    expect(await keptAfter(366, [id])).toEqual([false]);
    const login = { email: eve.email, password: 'correct horse battery staple' };
    const { body } = await service.ask('POST', '/v1/auth/login', null, login);
    const headers = { authorization: `Bearer ${String(body.access_token)}` };
    expect((await service.ask('GET', `/v1/verify/${id}`, { headers })).status).toBe(404);
    expect((await service.ask('GET', `/v1/shared/${String(shared.body.token)}`, null)).status).toBe(404);
  });
});
