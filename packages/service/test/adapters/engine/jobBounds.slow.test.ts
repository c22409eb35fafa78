import { AppError } from '@assay/core/errors';
import { afterEach, expect, test } from 'vitest';
import { currentWork } from '../../../src/adapters/runtime/currentWork.ts';
import { createWorkerPool, type WorkerPool } from '../../../src/adapters/engine/workerPool.ts';

const ENTRY = new URL('./misbehavingWorker.ts', import.meta.url);

let pool: WorkerPool | undefined;

const start = (jobMsMax: Readonly<Record<string, number>>): WorkerPool => {
  const limits = { threads: 1, queueMax: 4, queueBytesMax: 1000, jobMsMax };
  pool = createWorkerPool({ entry: ENTRY, workerData: null, signalOf: currentWork.signal, ...limits });
  return pool;
};

afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

test('a job that never ends is ended after its time with its thread, and the next one works', async () => {
  const target = start({ hang: 200 });
  const hanging = target.run({ kind: 'hang' });
  const next = target.run<{ bytes: Uint8Array }>({ kind: 'echo', bytes: Uint8Array.of(5) });
  await expect(hanging).rejects.toMatchObject({ code: 'PROCESSING_FAILED' });
  expect((await next).bytes).toEqual(Uint8Array.of(5));
  expect(target.isOverdue()).toBe(false);
});

test('a job that nobody wants any more is answered at once, and its thread is free again though it never ends', async () => {
  const target = start({ hang: 10 * 60_000 });
  const wanted = new AbortController();
  const hanging = currentWork.run(wanted.signal, () => target.run({ kind: 'hang' }));
  wanted.abort(new AppError('ASSET_NOT_FOUND', 'Deleted.'));
  await expect(hanging).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
  const next = await target.run<{ bytes: Uint8Array }>({ kind: 'echo', bytes: Uint8Array.of(6) });
  expect(next.bytes).toEqual(Uint8Array.of(6));
});
