/**
 * How much memory a thread fills before all of it is searched for garbage. A verification makes and drops some hundred planes of a
 * megabyte; V8's own first limit had all of the heap searched six times in each, and every time forgot the shapes of objects that nobody
 * held just then, so that compiled loops over pixels were thrown away and run uncompiled until they were compiled anew.
 * @module
 */
import { setFlagsFromString } from 'node:v8';

/**
 * MiB. Of one verification after the other, 768 x 512: 73 full collections become 22, processor time falls by 17 to 29 %, the most
 * memory held rises by 6 %, from 577 to 614 MiB; 1024 changes neither much.
 */
const HEAP_FLAG = '--initial-heap-size=512';

/** To be called before threads start: a heap reads it when it is made. */
export function searchHeapsSeldom(): void {
  setFlagsFromString(HEAP_FLAG);
}
