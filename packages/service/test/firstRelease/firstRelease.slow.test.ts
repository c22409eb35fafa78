/**
 * What people have once a version is released: a backup of a service with one of everything, taken by the first version. The present
 * version starts on it, brings its tables to what they are now, and answers what was answered then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sceneFile } from '../process/hostileFiles.ts';
import { type ServiceProcess, startServiceProcess } from '../process/serviceProcess.ts';
import { createEmptyDatabase, whySkipped } from '../support/testDatabase.ts';
import { answerTo, type Credentials, credentialsOf, differences, type Json, told } from './asking.ts';
import { readRelease } from './release.ts';
import { restoreRelease, storeOf } from './restoreRelease.ts';
import { settingsAt } from './settings.ts';

const release = readRelease();
const { made, answers, madeAt } = release;

describe.each(['embedded', 'postgresql'] as const)('a service of the first release, restored (%s)', (engine) => {
  const reason = engine === 'embedded' ? null : whySkipped('postgresql');
  let folder: string;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>> | null = null;
  let service: ServiceProcess;
  let credentials: Credentials;

  beforeAll(async () => {
    if (reason !== null) return;
    folder = await mkdtemp(path.join(tmpdir(), 'assay-first-release-'));
    database = engine === 'postgresql' ? await createEmptyDatabase() : null;
    const url = database?.url ?? null;
    const dataDir = await restoreRelease(folder, release, url);
    const settings = {
      ...settingsAt(madeAt),
      ...(url === null ? {} : { DATABASE_URL: url }),
      ...storeOf(dataDir, url),
    };
    service = await startServiceProcess(dataDir, settings);
    credentials = await credentialsOf(service.url, made);
  });
  afterAll(async () => {
    await service?.kill();
    await database?.remove();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  const skipped = reason ? ` (${reason})` : '';

  test.skipIf(reason !== null)(`answers what it answered${skipped}`, async () => {
    const others: string[] = [];
    for (const { question, answer } of answers) {
      const present = await answerTo(service.url, question, credentials);
      others.push(...differences(answer, present, `${question.as} ${question.path}:`));
    }
    expect(others).toEqual([]);
  });

  test.skipIf(reason !== null)(`goes on with what it has${skipped}`, async () => {
    const { owner } = credentials;
    const assets = (made.assets ?? '').split(' ');
    for (const id of assets) {
      const { intact } = await told(service.url, `/v1/storage/assets/${id}/check`, owner, {});
      expect(intact, id).toBe(true);
    }
    const { asset, organization = '', size } = made;
    const download = await fetch(`${service.url}/v1/assets/${asset}/download`, { headers: owner });
    const delivered = Buffer.from(await download.arrayBuffer());
    const send = (url: string, bytes: Uint8Array, fields: Record<string, string> = {}): Promise<Json> => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new File([new Uint8Array(bytes)], 'seen.jpg'));
      return told(service.url, url, owner, form);
    };
    expect(await send('/v1/verify/', delivered)).toMatchObject({
      verdict: 'authentic',
      asset_id: asset,
      confidence: 1,
    });
    // By the marks of that time, under the keys of that time.
    const coded = await send('/v1/verify/', await sharp(delivered).jpeg({ quality: 80 }).toBuffer());
    expect(coded).toMatchObject({ verdict: 'authentic', asset_id: asset });
    const fresh = await send('/v1/assets/', await sceneFile(77, 352, 264), { organization_id: organization });
    expect(fresh).toMatchObject({ processing_status: 'completed' });
    await told(service.url, '/v1/blockchain/commit', owner, { asset_id: fresh.id });
    const deadline = Date.now() + 60_000;
    let grown: Json = {};
    while (Number(grown.tree_size ?? 0) <= Number(size)) {
      expect(Date.now(), JSON.stringify(grown)).toBeLessThan(deadline);
      await new Promise((resolve) => setTimeout(resolve, 500));
      grown = await told(service.url, '/v1/transparency', {});
    }
    const query = `first=${size}&second=${grown.tree_size}`;
    expect(await told(service.url, `/v1/transparency/consistency?${query}`, {})).toBeDefined();
    expect(service.output()).not.toMatch(/"level":"(error|fatal)"/);
  });
});
