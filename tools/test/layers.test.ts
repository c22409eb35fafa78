/** What `npm run check:layers` refuses, each shown on a small tree of its own. @module */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = path.resolve(import.meta.dirname, '../checkLayers.mjs');

/** One file for each layer, each importing what it may. */
const TREE = {
  'core/src/raster.ts': "import { sha256 } from '@noble/hashes/sha2.js';\nexport const hash = sha256;\n",
  'service/src/app/ports/clock.ts': 'export interface Clock {\n  now(): Date;\n}\n',
  'service/src/app/assets/uploadAsset.ts':
    "import { hash } from '@assay/core/raster';\nimport type { Clock } from '../ports/clock.ts';\nexport const upload = (clock: Clock) => [clock.now(), hash];\n",
  'service/src/adapters/clock.ts':
    "import fs from 'node:fs';\nimport type { Clock } from '../app/ports/clock.ts';\nexport const clock: Clock = { now: () => new Date(fs.statSync('.').mtime) };\n",
  'service/src/http/route.ts':
    "import { z } from 'zod';\nimport { upload } from '../app/assets/uploadAsset.ts';\nexport const route = [z, upload];\n",
  'service/src/compose/start.ts':
    "export { clock } from '../adapters/clock.ts';\nexport { route } from '../http/route.ts';\n",
  'web/src/App.tsx': "import { useState } from 'react';\nexport const App = () => <p>{useState(0)[0]}</p>;\n",
};

let root: string;

const write = (file: string, text: string): void => {
  const target = path.join(root, 'packages', file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.appendFileSync(target, text);
};

function check(): { readonly passes: boolean; readonly said: string } {
  const { status, stdout } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { passes: status === 0, said: stdout.trim() };
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-layers-'));
  for (const [file, text] of Object.entries(TREE)) write(file, text);
});

afterEach(() => fs.rmSync(root, { recursive: true }));

test('a tree that keeps the rules passes, and 25 files in a folder do', () => {
  for (let i = 0; i < 24; i++) write(`core/src/part${i}.ts`, 'export {};\n');
  expect(check()).toEqual({ passes: true, said: '31 files, layers hold, no cycles' });
});

/** [what is wrong, the file, what is appended to it, what is said] */
const INJECTED: readonly (readonly [string, string, string, string])[] = [
  [
    'an import that climbs, of a type alone too',
    'core/src/raster.ts',
    "import type { Clock } from '@assay/service/app/ports/clock';\nexport type Time = Clock;\n",
    'core/src/raster.ts must not import packages/service/src/app/ports/clock.ts',
  ],
  [
    'a use case that imports an adapter when it is called',
    'service/src/app/assets/uploadAsset.ts',
    "export const late = async () => (await import('../../adapters/clock.ts')).clock;\n",
    'app/assets/uploadAsset.ts must not import packages/service/src/adapters/clock.ts',
  ],
  [
    'an adapter that imports a use case beside the ports',
    'service/src/adapters/clock.ts',
    "export { upload } from '../app/assets/uploadAsset.ts';\n",
    'adapters/clock.ts must not import packages/service/src/app/assets/uploadAsset.ts',
  ],
  [
    'a cycle',
    'service/src/app/ports/clock.ts',
    "import type { upload } from '../assets/uploadAsset.ts';\nexport type Upload = typeof upload;\n",
    'cycle: packages/service/src/app/',
  ],
  ['the time in core', 'core/src/raster.ts', 'export const at = Date.now();\n', '(found "Date.now")'],
  [
    'chance in app',
    'service/src/app/assets/uploadAsset.ts',
    'export const one = Math.random();\n',
    '(found "Math.random")',
  ],
  [
    'a timer in app',
    'service/src/app/assets/uploadAsset.ts',
    'export const later = () => setTimeout(() => {}, 9);\n',
    '(found "setTimeout")',
  ],
  [
    'a module of Node in app',
    'service/src/app/assets/uploadAsset.ts',
    "import { createHash } from 'node:crypto';\nexport { createHash };\n",
    'must not import node:crypto',
  ],
  [
    'a package in app',
    'service/src/app/assets/uploadAsset.ts',
    "import ipaddr from 'ipaddr.js';\nexport { ipaddr };\n",
    'must not import ipaddr.js',
  ],
  [
    'a package that another layer has',
    'web/src/App.tsx',
    "export * as fastify from 'fastify';\n",
    'web/src/App.tsx must not import fastify',
  ],
  ['a file that is not there', 'service/src/http/route.ts', "export * from './gone.ts';\n", 'which does not exist'],
  ['a folder without a layer', 'service/src/misc/drawer.ts', 'export {};\n', 'no layer'],
  ['401 lines', 'core/src/long.ts', '\n'.repeat(400), 'core/src/long.ts: 401 lines'],
];

test.each(INJECTED)('refused: %s', (_what, file, text, said) => {
  write(file, text);
  const { passes, said: heard } = check();
  expect(heard).toContain(said);
  expect(heard.split('\n')).toHaveLength(1);
  expect(passes).toBe(false);
});

test.each(['core/src', 'service/test/http'])('refused: the 26th file in %s', (folder) => {
  for (let i = 0; i < (folder === 'core/src' ? 25 : 26); i++) write(`${folder}/part${i}.ts`, 'export {};\n');
  expect(check()).toEqual({
    passes: false,
    said: `packages/${folder}: 26 files; a folder holds at most 25, so give it rooms`,
  });
});

test('comments may name what code may not', () => {
  write('core/src/raster.ts', '// Not Date.now() here.\n/* Nor Math.random(). */\n');
  expect(check().passes).toBe(true);
});
