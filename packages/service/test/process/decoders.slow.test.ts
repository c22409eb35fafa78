import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sceneFile } from './hostileFiles.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const SECRETS = {
  ASSAY_JWT_SECRET: 'a-secret-of-the-tokens-that-nobody-may-know-1234',
  ASSAY_WATERMARK_KEY: 'b'.repeat(64),
  ASSAY_KEY_ENCRYPTION_KEY: 'c'.repeat(64),
};
const WAIT = { timeout: 60_000, interval: 50 };

let folder: string;
let service: ServiceProcess;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-decoders-'));
  service = await startServiceProcess(folder, { ...SECRETS, ASSAY_WORKERS: '1' });
}, 240_000);

afterEach(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

/** Processes that a process has started, zombies too. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && new RegExp(`^PPid:\\s+${parent}$`, 'm').test(statusOf(name)))
    .map(Number);

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Without the compiler that a service of the sources has beside them. */
const decodersOf = (parent: number, program = 'imageProcess'): number[] =>
  childrenOf(parent).filter((pid) => commandOf(pid).includes(program));

const isGone = (pid: number): boolean => statusOf(String(pid)) === '';

const verify = async (): Promise<string> => {
  const client = new AssayClient({ baseUrl: service.url, retry: { retriesMax: 0 } });
  const picture = new Uint8Array(await sceneFile(3, 320, 240));
  return (await client.verify(new File([picture], 'a.jpg'))).verdict;
};

it('the processes that decode pictures and read manifests hold no secret and neither the database nor any other file of the service', async () => {
  expect(await verify()).toBe('unknown');
  const children = decodersOf(service.pid);
  expect(children).toHaveLength(1);
  const readers = decodersOf(service.pid, 'credentialsProcess');
  expect(readers).toHaveLength(1);
  const tcp = (
    await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  ).join('');
  for (const pid of [...children, ...readers]) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    for (const secret of Object.values(SECRETS)) expect(environment + commandOf(pid)).not.toContain(secret);
    expect(environment).not.toMatch(/ASSAY_|DATABASE_URL|AWS_|PORT=/);
    for (const name of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${name}`).catch(() => '');
      expect(target).not.toContain(folder);
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      // A pipe to its parent is a socket of the machine itself, and no connection.
      if (inode !== undefined) expect(tcp.split('\n').some((line) => line.split(/\s+/)[10] === inode)).toBe(false);
    }
  }
}, 240_000);

it('threads that work on pictures stand back where the processor is wanted, and the one that answers does not', () => {
  const priorities = readdirSync(`/proc/${service.pid}/task`).map((id) => getPriority(Number(id)));
  expect(getPriority(service.pid)).toBe(getPriority());
  // A worker of the engine; the search index begins with the first search.
  expect(priorities.filter((priority) => priority > getPriority()).length).toBeGreaterThanOrEqual(1);
}, 240_000);

it('a decoder that is killed again and again costs its own answers; the service stays healthy', async () => {
  for (const round of [1, 2, 3]) {
    const before = decodersOf(service.pid);
    for (const pid of before) process.kill(pid, round === 2 ? 'SIGSEGV' : 'SIGKILL');
    await expect.poll(() => before.every((pid) => !decodersOf(service.pid).includes(pid)), WAIT).toBe(true);
    expect(await verify()).toBe('unknown');
  }
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
}, 240_000);

it('a stop leaves no process behind, and neither does a kill', async () => {
  const stopped = childrenOf(service.pid);
  expect((await service.terminate()).exitCode).toBe(0);
  expect(stopped.every(isGone)).toBe(true);
  service = await startServiceProcess(folder, { ...SECRETS, ASSAY_WORKERS: '1' });
  const orphans = childrenOf(service.pid);
  expect(orphans.length).toBeGreaterThan(0);
  await service.kill();
  await expect.poll(() => orphans.every(isGone), WAIT).toBe(true);
}, 240_000);
