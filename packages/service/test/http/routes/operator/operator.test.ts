import { afterEach, expect, test } from 'vitest';
import { createRepositories } from '../../../../src/adapters/db/repositories.ts';
import type { Limits } from '../../../../src/app/ports/ports.ts';
import { formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('GET /v1/operator', (database) => {
  let service: TestService;
  let count = 0;
  afterEach(() => service.app.close());

  const start = async (operators: Limits['operators']): Promise<void> => {
    service = await startTestService({ modelHashes: { 'track-c.onnx': 'ab'.repeat(32) } }, (fakes) => ({
      ...createRepositories(database(), { ids: fakes.ids, clock: fakes.clock, keyEncryptionKey: Buffer.alloc(32, 1) }),
      limits: { ...fakes.limits, operators },
    }));
  };
  const open = () => openAccount(service, `operator${count++}@example.org`);
  const look = ({ headers }: { readonly headers: Record<string, string> }) =>
    service.app.inject({ method: 'GET', url: '/v1/operator', headers });

  test('200: whoever made the first account is told what waits, failed and is searched; 403: nobody else is', async () => {
    await start('first account');
    const first = await open();
    service.ports.clock.advance(1000);
    const second = await open();
    const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
    const { headers } = second;
    const uploaded = await service.app.inject({
      method: 'POST',
      url: '/v1/assets/',
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    });
    expect(uploaded.statusCode).toBe(201);
    await service.ports.storeKeeping.quarantine(
      uploaded.json().id,
      service.ports.clock.now(),
      'no row in the database',
    );
    const answer = await look(first);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      waiting: { uploads: 0, import_files: 0 },
      failed: { uploads: 0, import_files: 0, archives: 0 },
      index: { pictures: 1, fingerprints: 1 },
      models: { version: expect.any(String), files: [{ name: 'track-c.onnx', sha256: 'ab'.repeat(32) }] },
      files_aside: [{ reason: 'no row in the database', assets: 1 }],
      quarantine_days: 30,
    });
    const refused = await look(second);
    expect([refused.statusCode, refused.json().error_code]).toEqual([403, 'FORBIDDEN']);
  });

  test('403: a listed address counts once it is confirmed, and then the first account does not', async () => {
    await start([`operator${count + 1}@example.org`]);
    const first = await open();
    const listed = await open();
    expect((await look(listed)).statusCode).toBe(403);
    expect((await look(first)).statusCode).toBe(403);
    const user = await service.ports.users.findByEmail(`operator${count - 1}@example.org`);
    await database().write(async (transaction) => {
      await transaction.execute(`update users set is_verified = true where id = '${user?.id}'`);
    });
    expect((await look(listed)).statusCode).toBe(200);
  });

  test('401: nobody in particular', async () => {
    await start('first account');
    expect((await look({ headers: {} })).statusCode).toBe(401);
  });
});
