/** A process with a pool of children that are at work, to be killed. Prints their ids. */
import { ProcessPool } from '../../../src/adapters/processes/processPool.ts';

const pool = new ProcessPool({ entry: new URL('./misbehavingProcess.ts', import.meta.url), processes: 2 });
await Promise.all([1, 2].map(() => pool.run({ head: { kind: 'echo' }, blobs: [] })));
pool.run({ head: { kind: 'sleep' }, blobs: [] }).catch(() => {});
process.stdout.write(`${JSON.stringify(pool.pids)}\n`);
