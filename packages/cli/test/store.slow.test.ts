import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@assay/service/compose/assetFiles';
import { readConfig } from '@assay/service/config/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const SINCE = new Date('2026-03-01T12:00:00.000Z');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-store-'));
  const { files, storeKeeping } = openStore(readConfig({}), path.join(folder, 'files'));
  await files.put(ASSET, 'original', Uint8Array.of(1, 2, 3));
  await storeKeeping.quarantine(ASSET, SINCE, 'no row in the database');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const terminal = () => fakeTerminal({ environment: { ASSAY_DATA_DIR: folder } });

test('quarantine lists what lies aside, since when and why; restore tells why it cannot', async () => {
  const listed = terminal();
  expect(await runAssay(['store', 'quarantine', '--json'], listed)).toBe(EXIT.ok);
  expect(JSON.parse(listed.printed.join('\n'))).toEqual([
    { assetId: ASSET, since: SINCE.toISOString(), reason: 'no row in the database' },
  ]);
  const refused = terminal();
  expect(await runAssay(['store', 'restore', ASSET], refused)).toBe(EXIT.notFound);
  expect(refused.printed.join('\n')).toContain('the database does not know it');
  const neither = terminal();
  expect(await runAssay(['store', 'restore'], neither)).toBe(EXIT.usage);
  expect(neither.notes.join('\n')).toContain('--all');
}, 240_000);

test('adopt writes whose the store is', async () => {
  const done = terminal();
  expect(await runAssay(['store', 'adopt'], done)).toBe(EXIT.ok);
  const { storeKeeping } = openStore(readConfig({}), path.join(folder, 'files'));
  expect(done.printed.join('\n')).toContain(await storeKeeping.owner());
}, 240_000);
