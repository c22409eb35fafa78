/** An import whose process dies between the row of an upload and its original. @module */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { recoverStranded } from '../../../../src/app/assets/recoverStranded.ts';
import { runImports } from '../../../../src/app/imports/runImports.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type Account, formOf, openAccount } from '../../../fakes/testService.ts';
import { type DatabaseService, startDatabaseService } from '../../../support/databaseService.ts';
import { smallImportSources } from '../../../support/smallImportSources.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('an import of a process that died before the original was on the disk', (database) => {
  let folder: string;
  let service: DatabaseService;
  let ada: Account;
  let number = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-imports-'));
    const importSources = await smallImportSources(folder);
    service = await startDatabaseService(database(), { importSources });
  });
  beforeEach(async () => {
    ada = await openAccount(service, `ada${++number}@example.org`);
  });
  afterAll(async () => {
    await service.app.close();
    await rm(folder, { recursive: true });
  });

  const begin = async (scene: string, names: readonly string[] = ['a.jpg']): Promise<string> => {
    const picture = new Uint8Array(toyPicture(scene));
    const archive = Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, picture]))));
    const form = formOf([{ name: 'file', value: archive, fileName: 'archive.zip' }]);
    const headers = { ...form.headers, ...ada.headers };
    const url = '/v1/assets/import';
    const answer = await service.app.inject({ method: 'POST', url, payload: form.payload, headers });
    return (answer.json() as { id: string }).id;
  };
  const run = () => runImports(service.ports, () => false, { warn: () => {} }, 2);
  const dieBeforeTheOriginal = async (): Promise<void> => {
    const { files, assets, imports } = service.ports;
    const died = () => Promise.reject(new Error('killed here'));
    const spies = [
      vi.spyOn(files, 'put').mockImplementation(died),
      vi.spyOn(assets, 'fail').mockImplementation(died),
      vi.spyOn(imports, 'setOutcome').mockImplementation(died),
    ];
    await expect(run()).rejects.toThrow('imports failed');
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    for (const spy of spies) spy.mockRestore();
    await assets.endLeases();
  };
  const expectOnePicture = async (importId: string): Promise<void> => {
    const { body } = await service.ask('GET', `/v1/imports/${importId}`, ada);
    expect(body).toMatchObject({ state: 'done', created: 1, failed: 0 });
    const { items } = (await service.ask('GET', '/v1/assets/', ada)).body as unknown as { items: { id: string }[] };
    expect(items).toMatchObject([{ processing_status: 'completed' }]);
    expect(await service.ports.files.read(items[0]?.id as string, 'original')).not.toBeNull();
  };

  test('found by recovery first, which can but fail it: it is completed with the bytes of the archive', async () => {
    const importId = await begin(`recovery${number}`);
    await dieBeforeTheOriginal();
    expect(await recoverStranded(service.ports)).toMatchObject({ failed: 1 });
    await run();
    await expectOnePicture(importId);
  });

  test('found by the import first: it brings the original and waits for recovery', async () => {
    const importId = await begin(`import${number}`);
    await dieBeforeTheOriginal();
    await run();
    expect((await service.ask('GET', `/v1/imports/${importId}`, ada)).body).toMatchObject({
      state: 'running',
      done: 0,
    });
    expect(await recoverStranded(service.ports)).toMatchObject({ completed: 1 });
    await run();
    await expectOnePicture(importId);
  });

  test('the same bytes under another name wait for it too, and are a duplicate of it then', async () => {
    const importId = await begin(`twins${number}`, ['a.jpg', 'b.jpg']);
    await dieBeforeTheOriginal();
    await run();
    expect((await service.ask('GET', `/v1/imports/${importId}`, ada)).body).toMatchObject({
      created: 0,
      duplicates: 0,
    });
    expect(await recoverStranded(service.ports)).toMatchObject({ completed: 1 });
    await run();
    const { body } = await service.ask('GET', `/v1/imports/${importId}`, ada);
    expect(body).toMatchObject({ state: 'done', created: 1, duplicates: 1, failed: 0 });
  });
});
