/** Jobs that only tests need: slow, refused, buggy and deadly ones. Loaded by a real worker thread. */
import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { AppError } from '@assay/core/errors';
import { answerJob } from '../../../src/adapters/engine/jobAnswer.ts';
import { type DeskedJob, tellBegun } from '../../../src/adapters/engine/jobDesk.ts';
import { standBack } from '../../../src/adapters/runtime/priority.ts';
import { workerData } from 'piscina';

standBack((workerData as { readonly isBehind?: boolean } | null)?.isBehind);

interface TestJob {
  readonly kind: 'echo' | 'wait' | 'refuse' | 'bug' | 'die' | 'exhaust' | 'hang' | 'priority' | 'thread';
  readonly bytes?: Uint8Array;
  readonly flag?: SharedArrayBuffer;
}

function perform({ kind, bytes, flag }: TestJob): unknown {
  switch (kind) {
    case 'echo':
      return { bytes, nested: [{ floats: Float32Array.of(1, 2) }] };
    case 'wait':
      // Until the test says go on, so that no test depends on how long anything takes.
      Atomics.wait(new Int32Array(flag as SharedArrayBuffer), 0, 0);
      return 'waited';
    case 'priority':
      return getPriority(0);
    case 'thread':
      return threadId;
    case 'refuse':
      throw new AppError('FILE_TOO_LARGE', 'Too large for a test.', {
        extra: { limit: 7 },
        retryAfterS: 9,
        errors: [{ field: 'file', location: 'body', code: 'too_big', message: 'Too big.' }],
        cause: new Error('underneath'),
      });
    case 'bug':
      throw new RangeError('a bug of ours');
    case 'hang':
      for (;;);
    case 'die':
      return process.exit(3);
    case 'exhaust': {
      const hoard: unknown[] = [];
      for (;;) hoard.push(Array.from({ length: 1_000_000 }).fill(0));
    }
  }
}

export default function work(job: TestJob & DeskedJob): Promise<unknown> {
  tellBegun(job);
  return answerJob(async () => perform(job));
}
