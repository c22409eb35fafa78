import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { TSX } from '../../service/test/process/serviceProcess.ts';

const isBuilt = process.env.ASSAY_TEST_BUILT === '1';
const FILE = isBuilt ? '../dist/demo/runDemo.js' : '../src/demo/runDemo.ts';
const DEMO = pathToFileURL(path.resolve(import.meta.dirname, FILE)).href;
const RUN = `const { runDemo } = await import(${JSON.stringify(DEMO)}); process.exitCode = await runDemo(process.argv.slice(2));`;

test('a demonstration that fails says why and leaves no folder behind', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-failed-demo-'));
  const temporary = await mkdtemp(path.join(folder, 'tmp-'));
  const photo = path.join(folder, 'no-picture.jpg');
  await writeFile(photo, 'no picture at all');
  // A file and no --eval: threads of the service would be started with its options.
  const script = path.join(folder, 'run.mjs');
  await writeFile(script, RUN);
  const sources = isBuilt ? [] : ['--import', TSX, '--conditions=assay-source'];
  const asked = [...sources, script, photo];
  const child = spawn(process.execPath, asked, {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH ?? '', TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, said]).toEqual([2, expect.stringMatching(/JPEG, PNG, TIFF or WebP/)]);
  expect(said).not.toMatch(/^\s+at /m);
  const left = (await readdir(temporary)).filter((name) => name.startsWith('assay-'));
  await rm(folder, { recursive: true });
  expect(left).toEqual([]);
}, 180_000);
