import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runImports } from '../../../../src/app/imports/runImports.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { formOf, openAccount } from '../../../fakes/testService.ts';
import { type DatabaseService, startDatabaseService } from '../../../support/databaseService.ts';
import { smallImportSources } from '../../../support/smallImportSources.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('files of an import at once', (database) => {
  let folder: string;
  let service: DatabaseService;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-imports-'));
    service = await startDatabaseService(database(), { importSources: await smallImportSources(folder) });
  });
  afterAll(async () => {
    await service.app.close();
    await rm(folder, { recursive: true });
  });

  test('so many are marked beside each other as it is told, and no more', async () => {
    const ada = await openAccount(service, 'ada@example.org');
    const scenes = ['pier', 'quay', 'mole', 'lock', 'weir'];
    const files = Object.fromEntries(scenes.map((scene) => [`${scene}.jpg`, new Uint8Array(toyPicture(scene))]));
    const form = formOf([{ name: 'file', value: Buffer.from(zipSync(files)), fileName: 'archive.zip' }]);
    const headers = { ...form.headers, ...ada.headers };
    const url = '/v1/assets/import';
    const begun = await service.app.inject({ method: 'POST', url, payload: form.payload, headers });
    expect(begun.statusCode, begun.body).toBe(202);
    const { mark } = service.ports.engine;
    let [now, most] = [0, 0];
    const spy = vi.spyOn(service.ports.engine, 'mark').mockImplementation(async (...asked) => {
      most = Math.max(most, ++now);
      // Whoever is to be beside it has time to come.
      await vi.waitFor(() => expect(most).toBe(3));
      now--;
      return mark(...asked);
    });
    await runImports(service.ports, () => false, { warn: () => {} }, 3);
    spy.mockRestore();
    const { id } = begun.json() as { readonly id: string };
    expect((await service.ask('GET', `/v1/imports/${id}`, ada)).body).toMatchObject({ state: 'done', created: 5 });
    expect(most).toBe(3);
  });
});
