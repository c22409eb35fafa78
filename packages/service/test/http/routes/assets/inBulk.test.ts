import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, openAccount } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type DatabaseService, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';
import { assets } from '../../../../src/adapters/db/schema/assets.ts';

describeOnEachEngine('uploads in bulk', (database) => {
  let service: DatabaseService;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  afterAll(() => service.app.close());

  test('are those that an API key leaves to the queue, and those of a batch; whoever waits or is a person sends none', async () => {
    const ada = await openAccount(service, 'bulk@example.org');
    const { body } = await service.ask('POST', '/v1/api-keys/', ada, { name: 'Nightly', scopes: ['write'] });
    const key = { 'x-api-key': String(body['key']) };
    const send = async (url: string, scenes: readonly string[], headers: Record<string, string>) => {
      const name = scenes.length > 1 ? 'files' : 'file';
      const files = scenes.map((scene) => ({ name, value: Buffer.from(toyPicture(scene)), fileName: `${scene}.jpg` }));
      const form = formOf(files);
      const payload = form.payload;
      const answer = await service.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...form.headers, ...headers },
      });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    };
    const later = { prefer: 'respond-async' };
    await send('/v1/assets/', ['person'], { ...ada.headers, ...later });
    await send('/v1/assets/', ['waits'], key);
    await send('/v1/assets/', ['program'], { ...key, ...later });
    await send('/v1/assets/batch', ['one', 'two'], ada.headers);
    const rows = await database().read((queries) =>
      queries.select({ file: assets.originalFilename, inBulk: assets.inBulk }).from(assets),
    );
    const found = Object.fromEntries(rows.map(({ file, inBulk }) => [String(file).replace('.jpg', ''), inBulk]));
    expect(found).toMatchObject({ person: false, waits: false, program: true, one: true, two: true });
  });
});
