import { constants } from 'node:os';
import { AppError } from '@assay/core/errors';
import { afterEach, describe, expect, test } from 'vitest';
import { currentTenant } from '../../../src/adapters/runtime/currentTenant.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../../../src/adapters/engine/workerPool.ts';

const ENTRY = new URL('./misbehavingWorker.ts', import.meta.url);

let pool: WorkerPool | undefined;

function startPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const stock = { entry: ENTRY, workerData: null, threads: 1, queueMax: 2, queueBytesMax: 1000, jobMsMax: {} };
  pool = createWorkerPool({ ...stock, ...options });
  return pool;
}

afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

/** A job that occupies its worker until `release` is called. */
function occupy(target: WorkerPool, bytes = new Uint8Array(0)) {
  const flag = new SharedArrayBuffer(4);
  const done = target.run<string>({ kind: 'wait', flag, bytes });
  return {
    done,
    release(): void {
      Atomics.store(new Int32Array(flag), 0, 1);
      Atomics.notify(new Int32Array(flag), 0);
    },
  };
}

const failure = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('the job was expected to fail');
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(AppError);
      return error as AppError;
    },
  );

describe('data', () => {
  test('byte arrays go there and back, and the caller keeps its own', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const result = await startPool().run<{ bytes: Uint8Array; nested: { floats: Float32Array }[] }>({
      kind: 'echo',
      bytes,
    });
    expect(result.bytes).toEqual(Uint8Array.of(1, 2, 3));
    expect(result.nested[0]?.floats).toEqual(Float32Array.of(1, 2));
    expect(bytes).toEqual(Uint8Array.of(1, 2, 3));
  });

  test('jobs about one picture go to one thread while it is free, and to another rather than wait', async () => {
    const target = startPool({ threads: 2 });
    const [first, second] = [new Uint8Array(3), new Uint8Array(3)];
    const thread = (query: Uint8Array) => target.run<number>({ kind: 'thread', query, bytes: new Uint8Array(1) });
    const one = await thread(first);
    const holding = occupy(target, first);
    const other = await thread(second);
    expect(await thread(first)).toBe(other);
    holding.release();
    await holding.done;
    expect(other).not.toBe(one);
    // Whichever thread comes first, both pictures stay where they were.
    for (let turn = 0; turn < 3; turn++) expect([await thread(second), await thread(first)]).toEqual([other, other]);
  });

  test('a large input is copied in steps, between which others have their turn', async () => {
    const bytes = new Uint8Array(8 * 2 ** 20);
    const target = startPool({ queueBytesMax: bytes.length });
    const done = target.run<{ bytes: Uint8Array }>({ kind: 'echo', bytes });
    // Before the last step, which therefore still sees it.
    setImmediate(() => bytes.fill(7, -1));
    expect((await done).bytes.at(-1)).toBe(7);
  });

  test('a view into a larger buffer sends its own bytes only', async () => {
    const view = new Uint8Array(1000).fill(9).subarray(10, 12);
    const { bytes } = await startPool().run<{ bytes: Uint8Array }>({ kind: 'echo', bytes: view });
    expect(bytes.buffer.byteLength).toBe(2);
  });
});

describe('errors', () => {
  test('an AppError crosses with code, detail, extra, retryAfterS, errors and its cause', async () => {
    const error = await failure(startPool().run({ kind: 'refuse' }));
    expect(error).toMatchObject({
      code: 'FILE_TOO_LARGE',
      detail: 'Too large for a test.',
      extra: { limit: 7 },
      retryAfterS: 9,
      errors: [{ field: 'file', location: 'body', code: 'too_big', message: 'Too big.' }],
    });
    expect(String(error.cause)).toContain('underneath');
  });

  test('a bug in a job is PROCESSING_FAILED; the log gets its stack, the caller does not', async () => {
    const error = await failure(startPool().run({ kind: 'bug' }));
    expect(error.code).toBe('PROCESSING_FAILED');
    expect(error.detail).not.toContain('bug of ours');
    expect(String(error.cause)).toContain('a bug of ours');
  });

  for (const [kind, how] of [
    ['die', 'exits'],
    ['exhaust', 'runs out of heap'],
  ] as const)
    test(`a worker that ${how} fails its own job, and the next job finds a new worker`, async () => {
      const target = startPool({ heapMib: 64 });
      const doomed = failure(target.run({ kind }));
      const next = target.run<{ bytes: Uint8Array }>({ kind: 'echo', bytes: Uint8Array.of(5) });
      expect((await doomed).code).toBe('PROCESSING_FAILED');
      expect((await next).bytes).toEqual(Uint8Array.of(5));
      expect(target.inFlight).toBe(0);
    });

  test('a worker that cannot load fails the waiting jobs instead of letting them wait for ever', async () => {
    const target = startPool({ entry: new URL('./brokenWorker.ts', import.meta.url) });
    const error = await failure(target.run({ kind: 'echo' }));
    expect(error.code).toBe('PROCESSING_FAILED');
    expect(String(error.cause)).toContain('this worker cannot load');
    // The pool tries one replacement; when that is dead too, nothing more is accepted.
    await failure(target.run({ kind: 'echo' }));
    expect((await failure(target.run({ kind: 'echo' }))).code).toBe('SERVICE_UNAVAILABLE');
  });
});

describe('limits', () => {
  test('one job more than threads and queue hold is SERVICE_UNAVAILABLE with Retry-After', async () => {
    const target = startPool();
    const jobs = [occupy(target), occupy(target), occupy(target)];
    const refused = await failure(target.run({ kind: 'echo' }));
    expect(refused.code).toBe('SERVICE_UNAVAILABLE');
    expect(refused.retryAfterS).toBeGreaterThanOrEqual(1);
    for (const { release } of jobs) release();
    expect(await Promise.all(jobs.map(({ done }) => done))).toEqual(['waited', 'waited', 'waited']);
    await expect(target.run({ kind: 'echo' })).resolves.toBeDefined();
  });

  test('inputs over the byte budget are refused while others hold it, and alone they run', async () => {
    const target = startPool();
    const first = occupy(target, new Uint8Array(600));
    expect((await failure(target.run({ kind: 'echo', bytes: new Uint8Array(600) }))).code).toBe('SERVICE_UNAVAILABLE');
    first.release();
    await first.done;
    await expect(target.run({ kind: 'echo', bytes: new Uint8Array(2000) })).resolves.toBeDefined();
  });
});

describe('tenants', () => {
  test('a job waits for one job of another tenant at most, and a full share of the line refuses its tenant alone', async () => {
    const target = startPool({ queueMax: 19, tenantOf: currentTenant.name });
    const as = <T>(tenant: string, work: () => T): T => currentTenant.run({ name: tenant, network: '' }, work);
    const greedy = as('greedy', () => Array.from({ length: 10 }, () => occupy(target)));
    expect((await as('greedy', () => failure(target.run({ kind: 'echo' })))).code).toBe('SERVICE_UNAVAILABLE');
    let isDone = false;
    const small = as('small', () => target.run({ kind: 'echo' })).then(() => (isDone = true));
    const own = target.run({ kind: 'echo' });
    greedy[0]?.release();
    await small;
    await own;
    expect([isDone, target.inFlight]).toEqual([true, 9]);
    for (const { release } of greedy) release();
    await Promise.all(greedy.map(({ done }) => done));
    await as('greedy', () => target.run({ kind: 'echo' }));
  });

  test('three quarters of the line are one network’s, however many accounts it has', async () => {
    const target = startPool({ queueMax: 19, tenantOf: currentTenant.name, networkOf: currentTenant.network });
    const as = <T>(name: string, network: string, work: () => T): T => currentTenant.run({ name, network }, work);
    const held = Array.from({ length: 15 }, (_, i) => as(`account ${i % 3}`, 'here', () => occupy(target)));
    const more = () => target.run({ kind: 'echo' });
    expect((await as('account 3', 'here', () => failure(more()))).code).toBe('SERVICE_UNAVAILABLE');
    const other = as('small', 'there', more);
    // Whoever had no turn yet has the next.
    for (const { release } of held.slice(0, 3)) release();
    await other;
    for (const { release } of held) release();
    await Promise.all(held.map(({ done }) => done));
    await as('account 3', 'here', more);
  });

  test("half of the bytes that may wait are one tenant's; alone a larger job runs", async () => {
    const target = startPool({ queueMax: 9, tenantOf: currentTenant.name });
    const held = currentTenant.run({ name: 'greedy', network: '' }, () => occupy(target, new Uint8Array(400)));
    const more = () => target.run({ kind: 'echo', bytes: new Uint8Array(200) });
    expect((await currentTenant.run({ name: 'greedy', network: '' }, () => failure(more()))).code).toBe(
      'SERVICE_UNAVAILABLE',
    );
    const other = currentTenant.run({ name: 'small', network: '' }, more);
    held.release();
    await Promise.all([held.done, other]);
    await currentTenant.run({ name: 'greedy', network: '' }, () =>
      target.run({ kind: 'echo', bytes: new Uint8Array(900) }),
    );
  });
});

test('close lets accepted jobs end and refuses new ones', async () => {
  const target = startPool();
  const [running, waiting] = [occupy(target), occupy(target)];
  const closed = target.close();
  expect((await failure(target.run({ kind: 'echo' }))).code).toBe('SERVICE_UNAVAILABLE');
  running.release();
  waiting.release();
  expect(await running.done).toBe('waited');
  expect(await waiting.done).toBe('waited');
  await closed;
});

describe.runIf(process.platform === 'linux')('priorities', () => {
  test('a tenant with a backlog gets the processor that others leave, and whoever asks beside it waits for none of its jobs', async () => {
    const behind = { threads: 1, workerData: { isBehind: true } };
    const target = startPool({ queueMax: 100, tenantOf: currentTenant.name, behind });
    const ask = (tenant: string) =>
      currentTenant.run({ name: tenant, network: '' }, () => target.run<number>({ kind: 'priority' }));
    expect(await ask('small')).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    const levels = currentTenant.run({ name: 'greedy', network: '' }, () => {
      const before = occupy(target);
      const asked = Array.from({ length: 6 }, () => target.run<number>({ kind: 'priority' }));
      before.release();
      return Promise.all(asked);
    });
    expect(await levels).toContain(constants.priority.PRIORITY_LOW);
    const [first, ...more] = currentTenant.run({ name: 'greedy', network: '' }, () =>
      Array.from({ length: 6 }, () => occupy(target)),
    );
    // It came before there was a backlog.
    first?.release();
    await first?.done;
    // The others hold the place behind as long as they like.
    expect(await ask('small')).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    for (const job of more) job.release();
    await Promise.all(more.map(({ done }) => done));
  });
});
