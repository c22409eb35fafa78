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
