import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from '../../../src/adapters/dataFolder/dataFolder.ts';

const HOLDER = fileURLToPath(new URL('./holdFolder.ts', import.meta.url));

let base: string;
let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'assay-lock-'));
  folder = path.join(base, 'data');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(base, { recursive: true, force: true });
});

/** Starts a process that wants the folder; its first line is the answer. */
function start(target = folder): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=assay-source', HOLDER, target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve({ child, answer: line.toString().trim() }));
  });
}

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

test('a second owner is refused at once, with folder, process and remedy', async () => {
  const { child } = await start();
  const refusal = expect(openDataFolder(folder)).rejects;
  await refusal.toThrow(`${path.join(base, 'data')} belongs to a running Assay (process ${child.pid}).`);
  await expect(openDataFolder(folder)).rejects.toThrow('ASSAY_DATA_DIR');
});

test('a lock left by SIGKILL is taken over at once, and its remains are removed', async () => {
  const { child } = await start();
  await killed(child);
  expect(await readdir(folder)).toEqual(['lock-1']);
  const taken = await openDataFolder(folder);
  expect(await readdir(folder)).toEqual(['lock-2']);
  await taken.release();
  expect(await readdir(folder)).toEqual([]);
});

test('after a release the next one may have it; the same process cannot have it twice', async () => {
  const first = await openDataFolder(folder);
  await expect(openDataFolder(folder)).rejects.toThrow(`process ${process.pid}`);
  await first.release();
  const second = await openDataFolder(folder);
  await second.release();
});

test('a symbolic link is no second folder', async () => {
  const first = await openDataFolder(folder);
  await symlink(folder, path.join(base, 'alias'));
  await expect(openDataFolder(path.join(base, 'alias'))).rejects.toThrow('belongs to a running Assay');
  await first.release();
});

test('however many start at the same time over a dead lock, exactly one owns the folder', async () => {
  for (let round = 0; round < 20; round++) {
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => openDataFolder(folder)));
    const owners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(owners).toHaveLength(1);
    for (const owner of owners) await owner.release();
  }
});

test('of processes that start at the same time one owns the folder and the others are told', async () => {
  const { child } = await start();
  await killed(child);
  const answers = (await Promise.all([start(), start(), start()])).map(({ answer }) => answer.split(':')[0]);
  expect(answers.toSorted()).toEqual(['held', 'refused', 'refused']);
});

test.skipIf(process.platform !== 'linux')('a path longer than a socket may have is no obstacle', async () => {
  const long = path.join(base, 'x'.repeat(100), 'y'.repeat(100));
  await mkdir(long, { recursive: true });
  const first = await openDataFolder(long);
  await expect(openDataFolder(long)).rejects.toThrow('belongs to a running Assay');
  await first.release();
  expect(await readdir(long)).toEqual([]);
});
