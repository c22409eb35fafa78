import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ChildDied, ChildFailure } from '../../../src/adapters/processes/childProcess.ts';
import { NoProcess, ProcessPool } from '../../../src/adapters/processes/processPool.ts';

const WAIT = { timeout: 60_000, interval: 50 };

let pool: ProcessPool | undefined;

const start = (processes = 1, entry = './misbehavingProcess.ts'): ProcessPool => {
  pool = new ProcessPool({ entry: new URL(entry, import.meta.url), processes });
  return pool;
};

afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

const job = (kind: string, ...blobs: Uint8Array[]) => ({ head: { kind }, blobs });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a child process', () => {
  test('answers with bytes, and keeps what a job says of its failure', async () => {
    const target = start();
    expect((await target.run(job('echo', Uint8Array.of(4, 5)))).blobs).toEqual([Uint8Array.of(4, 5)]);
    await expect(target.run(job('fail'))).rejects.toEqual(new ChildFailure('no such picture'));
    expect((await target.run(job('echo'))).head.pid).toBe(target.pids[0]);
  });

  test('asks its parent in the middle of a job', async () => {
    const answerChild = async ({ blobs }: { blobs: readonly Uint8Array[] }) => ({
      head: {},
      blobs: [...blobs, Uint8Array.of(1)],
    });
    const { blobs } = await start().run(job('ask', Uint8Array.of(0)), { answerChild });
    expect(blobs).toEqual([Uint8Array.of(0), Uint8Array.of(1)]);
  });

  test('stands back with all its threads where the processor is wanted', async () => {
    const { head } = await start().run(job('describe'));
    const priorities = head.priorities as number[];
    expect(priorities.length).toBeGreaterThan(3);
    expect(Math.min(...priorities)).toBeGreaterThan(getPriority());
  });

  test('stands behind all others with all its threads where it shall', async () => {
    pool = new ProcessPool({
      entry: new URL('./misbehavingProcess.ts', import.meta.url),
      processes: 1,
      isBehind: true,
    });
    const priorities = (await pool.run(job('describe'))).head.priorities as number[];
    expect(new Set(priorities)).toEqual(new Set([constants.priority.PRIORITY_LOW]));
  });

  test('has nothing of the environment and no descriptor but its three pipes', async () => {
    process.env.ASSAY_TEST_SECRET = 'a secret of this process';
    try {
      const { head } = await start().run(job('describe'));
      expect(Object.keys(head.env as object).sort()).toEqual([
        'MALLOC_ARENA_MAX',
        'UV_THREADPOOL_SIZE',
        'VIPS_CONCURRENCY',
      ]);
      const files = head.files as string[];
      expect(
        files.filter((file) => file.startsWith('socket:') || file.startsWith('pipe:')).length,
      ).toBeGreaterThanOrEqual(3);
      // Of the program itself: its loop's own events, and the folder that is being listed.
      expect(files.filter((file) => !/^(socket:|pipe:|anon_inode:|\/proc\/|\/dev\/null|closed)/.test(file))).toEqual(
        [],
      );
    } finally {
      delete process.env.ASSAY_TEST_SECRET;
    }
  });
});

test('processes that are not started ahead start when a job finds none free, and one that died when it is needed', async () => {
  pool = new ProcessPool({
    entry: new URL('./misbehavingProcess.ts', import.meta.url),
    processes: 2,
    startedAhead: 0,
  });
  expect(pool.pids).toEqual([]);
  const first = await pool.run(job('echo'));
  expect(pool.pids).toEqual([first.head.pid]);
  const busy = pool.run(job('sleep')).catch(String);
  const second = await pool.run(job('echo'));
  expect(second.head.pid).not.toBe(first.head.pid);
  process.kill(first.head.pid as number, 'SIGKILL');
  expect(await busy).toContain('SIGKILL');
  expect(pool.pids).toEqual([second.head.pid]);
});

describe('a death', () => {
  test.each([
    ['crashes', 'crash', 'SIGSEGV'],
    ['hangs in a loop', 'hang', 'SIGKILL'],
    ['never answers', 'sleep', 'SIGKILL'],
  ])('of one that %s costs its own answer, and the next job finds another', async (_, kind, signal) => {
    const target = start();
    const { head } = await target.run(job('echo'));
    const failure = await target.run(job(kind), { msMax: 200 }).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(ChildDied);
    expect(String(failure)).toContain(signal);
    const next = await target.run(job('echo'));
    expect(next.head.pid).not.toBe(head.pid);
    expect(target.healthy).toBe(true);
    expect(isAlive(head.pid as number)).toBe(false);
  });

  test('by a signal from outside costs the job in it and not the one in another', async () => {
    const target = start(2);
    const first = target.run(job('sleep')).catch(String);
    // The other one, since the first is taken.
    const second = await target.run(job('echo'));
    process.kill(target.pids.find((pid) => pid !== second.head.pid) as number, 'SIGKILL');
    expect(await first).toContain('SIGKILL');
    expect(isAlive(second.head.pid as number)).toBe(true);
  });

  test('whoever gives up ends the job; one that waits in line is let go', async () => {
    const target = start();
    await target.run(job('echo'));
    const [running, waiting] = [new AbortController(), new AbortController()];
    const jobs = [running, waiting].map(({ signal }) => target.run(job('sleep'), { signal }).catch(String));
    waiting.abort();
    expect(await jobs[1]).toContain('given up');
    running.abort();
    expect(await jobs[0]).toContain('SIGKILL');
    expect((await target.run(job('echo'))).head.pid).toBeTypeOf('number');
  });

  test('at every start is told to whoever waits', async () => {
    const target = start(1, './missingProcess.ts');
    const waiting = target.run(job('echo'));
    await expect(waiting).rejects.toBeInstanceOf(NoProcess);
  });

  test('at every start, again and again, is told as unhealthy', async () => {
    const target = start(1, './missingProcess.ts');
    await expect.poll(() => target.healthy, WAIT).toBe(false);
  });
});

describe('the end', () => {
  test('of a pool leaves no process and no zombie, whatever they do', async () => {
    const target = start(2);
    await Promise.all([target.run(job('echo')), target.run(job('echo'))]);
    const { pids } = target;
    const hanging = target.run(job('hang')).catch(String);
    await target.close();
    expect(await hanging).toContain('SIGKILL');
    expect(pids).toHaveLength(2);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('of a parent by SIGKILL leaves no child', async () => {
    const tsx = import.meta.resolve('tsx');
    const entry = path.join(import.meta.dirname, 'parentProcess.ts');
    const parent = spawn(process.execPath, ['--import', tsx, '--conditions=assay-source', entry], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    expect(pids.map(isAlive)).toEqual([true, true]);
    parent.kill('SIGKILL');
    await expect.poll(() => pids.filter(isAlive), WAIT).toEqual([]);
  });
});
