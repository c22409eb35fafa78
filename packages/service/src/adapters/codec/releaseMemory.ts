/**
 * Decoded pictures leave memory when they are done with, not when a collector gets to it. What the image library
 * decoded lies outside the heap, where the collector does not see that a hundred megabytes hang on a small object: an
 * idle thread would keep its last pictures for as long as it is idle.
 * @module
 */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A collection takes 13 ms, about a hundredth of what work on this many bytes of pixels takes; measured. */
const RELEASED_FROM_BYTES = 64 * 1024 * 1024;

/** Of decoded pictures since the last release, in this thread. */
let decodedBytes = 0;
let collect: Collector | undefined;

type Collector = (options?: { readonly type: 'minor' }) => void;

/** To be called with the size of every decoded picture. */
export function noteDecoded(sizeBytes: number): void {
  decodedBytes += sizeBytes;
}

/** The collector of this thread, as a debugger may call it; the language has no other way. */
function collector(): Collector {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collector;
}

/** Gives back what nobody refers to any more, if large pictures may be among it. */
export async function releaseMemory(): Promise<void> {
  if (decodedBytes < RELEASED_FROM_BYTES) return;
  decodedBytes = 0;
  collect ??= collector();
  collect();
  // Arrays are freed by another thread after a collection; the next one, however small, waits for it.
  collect({ type: 'minor' });
  // The library's own memory is freed in a task that the collection leaves behind.
  await setImmediate();
}
