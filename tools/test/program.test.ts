/** The few files that the build makes of the service. @module */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './repositoryTree.ts';

const SOURCES = path.join(root, 'packages/service/src');
const PROGRAM = path.join(root, 'packages/service/program');

/** How sources say where a thread's or a process's own file lies: beside them, with their own ending. */
const ADDRESSES = [
  /new URL\(\s*`(\.[\w./]+)\$\{import\.meta/g,
  /new URL\('(\.[\w./]+)\.js', import\.meta/g,
  /entryAt\('(\w+)'\)/g,
];

const startedByAddress = fs
  .readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const text = fs.readFileSync(path.join(SOURCES, name), 'utf8');
    return ADDRESSES.flatMap((pattern) => [...text.matchAll(pattern)]).map(([, told = '']) =>
      path.join(path.dirname(name), told),
    );
  });

it.skipIf(process.env.ASSAY_TEST_BUILT !== '1')('holds every file that is started by its address', () => {
  expect(startedByAddress).toContain('adapters/engine/engineWorker');
  expect(startedByAddress).toContain('adapters/c2pa/credentialsProcess');
  expect(startedByAddress.filter((name) => !fs.existsSync(path.join(PROGRAM, `${name}.js`)))).toEqual([]);
});

/** What a file of the program loads of other packages before its first line runs, with all files that it loads for that. */
function loadedWith(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = fs.readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export)\b(?:[^'";]*\bfrom)? *["']([^"']+)["'];$/gm)].flatMap(([, name = '']) =>
    name.startsWith('.') ? loadedWith(path.join(path.dirname(file), name), seen) : [name],
  );
}

/** Costly to load, and of use only to some: reports are printed in a thread, the rest is what settings ask for or a first use. */
const LOADED_LATER = [
  'pdfkit',
  '@solana/kit',
  'litesvm',
  'ioredis',
  'nodemailer',
  'prom-client',
  '@techstark/opencv-js',
];

it.skipIf(process.env.ASSAY_TEST_BUILT !== '1')('starts without what only some need', () => {
  const [composed = ''] = fs
    .readdirSync(path.join(PROGRAM, 'shared'))
    .filter((name) => name.startsWith('startService'));
  const loaded = loadedWith(path.join(PROGRAM, 'shared', composed));
  expect(loaded).toContain('fastify');
  expect(LOADED_LATER.filter((name) => loaded.includes(name))).toEqual([]);
});
