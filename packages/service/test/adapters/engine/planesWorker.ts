/** A worker that makes and drops planes as a verification does, and counts how often all of its heap was searched meanwhile. */
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { answerJob } from '../../../src/adapters/engine/jobAnswer.ts';

const PLANES = 1500;
/** Of 640 x 427 pixels. */
const PLANE_SAMPLES = 273_280;
/** Held at once. */
const HELD = 30;
const OBJECTS = 2000;
const OBJECTS_HELD = 100_000;

async function fullCollections(): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as unknown as readonly { readonly detail: { readonly kind: number } }[])
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count++;
  });
  observer.observe({ entryTypes: ['gc'] });
  const held: Float32Array[] = [];
  const objects: object[] = [];
  for (let made = 0; made < PLANES; made++) {
    held.push(new Float32Array(PLANE_SAMPLES).fill(made));
    if (held.length > HELD) held.shift();
    // Beside them small objects, some of which live on.
    for (let i = 0; i < OBJECTS; i++) objects.push({ made, i });
    if (objects.length > OBJECTS_HELD) objects.length = 0;
    // Entries are told between tasks.
    if (made % 50 === 0) await setImmediate();
  }
  await setImmediate();
  observer.disconnect();
  return count;
}

export default (): Promise<unknown> => answerJob(fullCollections);
