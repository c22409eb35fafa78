import { afterEach, expect, test } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../../src/adapters/engine/workerPool.ts';

let pool: WorkerPool | undefined;

afterEach(async () => {
  await pool?.close();
});

test('a thread that drops a hundred planes of a megabyte does not search all of its heap for each hundred megabytes', async () => {
  const entry = new URL('./planesWorker.ts', import.meta.url);
  pool = createWorkerPool({ entry, workerData: null, threads: 1, queueMax: 1, queueBytesMax: 1000, jobMsMax: {} });
  // 16 on Node 20 where 1.6 GB are dropped, and 38 to 50 with V8's own first limit.
  expect(await pool.run<number>({ kind: 'planes' })).toBeLessThan(28);
});
