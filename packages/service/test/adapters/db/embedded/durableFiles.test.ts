import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const durableFiles = path.resolve(import.meta.dirname, '../../../../src/adapters/db/embedded/durableFiles.ts');

test('a new database is flushed by a process that may open few files', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assay-flush-'));
  try {
    await mkdir(path.join(folder, 'base'));
    const names = Array.from({ length: 600 }, (_, i) => path.join(folder, i % 2 ? 'base' : '', `${i}`));
    await Promise.all(names.map((name) => writeFile(name, 'x')));
    const code = `const { flushTree } = await import(${JSON.stringify(durableFiles)});
      await flushTree(${JSON.stringify(folder)});
      console.log('flushed');`;
    const node = [
      process.execPath,
      '--import',
      tsx,
      '--conditions=assay-source',
      '--input-type=module',
      '--eval',
      code,
    ];
    // The hard limit as well: Node raises its own soft limit up to it.
    const { stdout, stderr } = spawnSync('sh', ['-c', 'ulimit -n 400 && exec "$@"', 'sh', ...node], {
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['flushed\n', '']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
