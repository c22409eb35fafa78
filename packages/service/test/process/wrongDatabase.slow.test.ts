import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStoreJobs } from '../../src/compose/jobs/storeJobs.ts';
import { readConfig } from '../../src/config/config.ts';
import { sceneFile } from './hostileFiles.ts';
import { freePort, spawnService, startServiceProcess } from './serviceProcess.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-wrong-database-'));
  const service = await startServiceProcess(folder);
  const client = new AssayClient({ baseUrl: service.url });
  await client.register({ email: 'archive@example.org', password: 'seventeen frogs' });
  await client.login('archive@example.org', 'seventeen frogs');
  await client.upload(new File([new Uint8Array(await sceneFile(7, 480, 360))], 'a.jpg'));
  await service.terminate();
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const filesOf = async (): Promise<string[]> =>
  (await readdir(path.join(folder, 'files'), { recursive: true }))
    .filter((name) => /original|watermarked|preview/.test(name))
    .sort();

it('a start on an empty database beside a full store is refused, and not one picture is gone', async () => {
  const before = await filesOf();
  expect(before).toHaveLength(3);
  await rename(path.join(folder, 'database'), path.join(folder, 'database.away'));
  const { child, output } = spawnService(folder, await freePort());
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  expect(exitCode).toBeGreaterThan(0);
  expect(output()).toMatch(/store of pictures belongs to database .* but this is .*assay store adopt/s);
  expect(await filesOf()).toEqual(before);
}, 240_000);

it('an operator who says that they belong together is believed, and still nothing is deleted', async () => {
  const jobs = await openStoreJobs(readConfig({ ASSAY_DATA_DIR: folder }));
  await jobs.adopt();
  await jobs.close();
  const service = await startServiceProcess(folder);
  await service.terminate();
  const kept = await filesOf();
  expect(kept).toHaveLength(3);

  // Whoever finds the right database again has everything as it was.
  await rm(path.join(folder, 'database'), { recursive: true });
  await rename(path.join(folder, 'database.away'), path.join(folder, 'database'));
  const again = await openStoreJobs(readConfig({ ASSAY_DATA_DIR: folder }));
  await again.adopt();
  for (const { assetId } of await again.quarantined()) expect(await again.restore(assetId)).toBe('restored');
  await again.close();
  const healed = await startServiceProcess(folder);
  const client = new AssayClient({ baseUrl: healed.url });
  await client.login('archive@example.org', 'seventeen frogs');
  expect((await client.listAssets().first()).items).toHaveLength(1);
  expect((await filesOf()).map((name) => path.basename(name))).toEqual(['original', 'preview', 'watermarked']);
  await healed.terminate();
}, 400_000);
