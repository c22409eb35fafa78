/** Imports of archives that somebody made to harm: docs/spec/assets.md#import. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runImports } from '../../../../src/app/imports/runImports.ts';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { smallImportSources } from '../../../support/smallImportSources.ts';
import { withTestDatabase } from '../../../support/testDatabase.ts';
import { carOf, withCentral } from '../../../adapters/imports/archives.ts';
import { HOSTILE_ARCHIVES, zip64Of } from '../../../adapters/imports/hostileArchives.ts';

const database = withTestDatabase('embedded');
let folder: string;
let service: DatabaseService;
let ada: Account;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-hostile-imports-'));
  service = await startDatabaseService(database(), {
    importSources: await smallImportSources(folder, [], { archiveBytesMax: 2 ** 25 }),
  });
  ada = await newAccount(service);
});
afterAll(async () => {
  await service.app.close();
  await rm(folder, { recursive: true });
});

async function post(archive: Uint8Array) {
  const form = formOf([{ name: 'file', value: Buffer.from(archive), fileName: 'archive' }]);
  const headers = { ...form.headers, ...ada.headers };
  const { payload } = form;
  return service.app.inject({ method: 'POST', url: '/v1/assets/import', payload, headers });
}
/** Files, imports and pictures. */
const left = async (): Promise<readonly unknown[]> => [
  await readdir(path.join(folder, 'imports')),
  (await service.ask('GET', '/v1/imports', ada)).body.total,
  (await service.ask('GET', '/v1/assets/', ada)).body.total,
];

test.each(HOSTILE_ARCHIVES)('422: %s; nothing is left behind', async (_what, make, says) => {
  const answer = await post(await make());
  expect(answer.statusCode, answer.body).toBe(422);
  expect(answer.json()).toMatchObject({
    error_code: 'VALIDATION_ERROR',
    detail: expect.stringMatching(says),
    errors: [{ field: 'file' }],
  });
  expect(await left()).toEqual([[], 0, 0]);
});

describe('a picture whose hash is wrong fails alone', () => {
  const pictures = { 'a.jpg': new Uint8Array(toyPicture('quay')), 'b.jpg': new Uint8Array(toyPicture('pier')) };
  const alteredCar = async () => {
    const car = await carOf(pictures);
    car[car.indexOf(toyPicture('quay'))]! ^= 1;
    return car;
  };

  test.each([
    ['the CRC-32 of a ZIP', () => withCentral(zipSync(pictures, { level: 0 }), 16, 12_345, 4)],
    ['the hash of a CAR block', alteredCar],
  ])('%s', async (_what, make) => {
    ada = await newAccount(service);
    const begun = await post(await make());
    expect(begun.statusCode, begun.body).toBe(202);
    await runImports(service.ports, () => false, { warn: () => {} }, 2);
    const { id } = begun.json() as { readonly id: string };
    const { items } = (await service.ask('GET', `/v1/imports/${id}/files`, ada)).body;
    expect(items).toMatchObject([
      {
        name: 'a.jpg',
        state: 'failed',
        asset_id: null,
        error: { error_code: 'INVALID_FILE_TYPE', detail: expect.stringContaining('The archive is damaged here') },
      },
      { name: 'b.jpg', state: 'created', error: null },
    ]);
    expect(await left()).toEqual([[], 1, 1]);
  });
});

test('an archive that counts its entries in 64 bits and has few is taken as any other', async () => {
  ada = await newAccount(service);
  const begun = await post(zip64Of(zipSync({ 'a.jpg': new Uint8Array(toyPicture('mole')) }), 1));
  expect(begun.statusCode, begun.body).toBe(202);
  await runImports(service.ports, () => false, { warn: () => {} }, 2);
  expect(await left()).toEqual([[], 1, 1]);
});
