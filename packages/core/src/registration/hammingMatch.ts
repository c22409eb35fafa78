/**
 * Matching of 256-bit binary descriptors (ORB) by exhaustive search.
 * @module
 */

import { withKernels } from '../kernels/kernels.ts';

/** Words of 32 bits in a descriptor of 256 bits. */
const WORDS = 8;
/** More than any distance between descriptors of 256 bits. */
const FAR = 257;

/** A pair of keypoint indices and the Hamming distance of their descriptors, 0..256. */
export interface Match {
  readonly query: number;
  readonly reference: number;
  readonly distance: number;
}

/** Set bits of a word, four sums of one byte each (Warren, Hacker's Delight, 2nd ed. 2013, section 5-1). */
function byteCounts(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (nibbles + (nibbles >>> 4)) & 0x0f0f0f0f;
}

/** Sum of the four bytes of a word whose bytes are at most 64. */
const sumOfBytes = (counts: number): number => {
  const halves = (counts & 0x00ff00ff) + ((counts >>> 8) & 0x00ff00ff);
  return (halves & 0xffff) + (halves >>> 16);
};

/** For each query descriptor: its nearest reference or -1, that distance, the second nearest's. */
const NEAREST_FIELDS = 3;
/** For each reference descriptor: its nearest query or -1, that distance. */
const REVERSE_FIELDS = 2;

interface Nearest {
  readonly nearest: Int32Array;
  readonly reverse: Int32Array;
}

/**
 * Pairs that are each other's nearest, and clearly so: the nearest descriptor is at most `ratioMax` times as far as the
 * second nearest of the same query keypoint (Lowe 2004, section 7.1). One sweep finds both directions.
 * @param query      descriptors of 8 words each
 * @param reference  the same
 * @param ratioMax   0..1; 1 keeps every mutual pair
 * @throws {RangeError} unless both hold whole descriptors
 */
export function matchMutual(query: Uint32Array, reference: Uint32Array, ratioMax: number): Match[] {
  if (query.length % WORDS !== 0 || reference.length % WORDS !== 0)
    throw new RangeError(`matchMutual: expected ${WORDS} words a descriptor, got ${query.length}, ${reference.length}`);
  const { nearest, reverse } = nearestDescriptors(query, reference);
  const matches: Match[] = [];
  for (let i = 0, at = 0; at < nearest.length; i++, at += NEAREST_FIELDS) {
    const j = nearest[at] as number;
    const distance = nearest[at + 1] as number;
    if (j >= 0 && reverse[REVERSE_FIELDS * j] === i && distance <= ratioMax * (nearest[at + 2] as number))
      matches.push({ query: i, reference: j, distance });
  }
  return matches;
}

function nearestDescriptors(query: Uint32Array, reference: Uint32Array): Nearest {
  const queryCount = query.length / WORDS;
  const referenceCount = reference.length / WORDS;
  return withKernels(
    (kernels, memory) => {
      const from = memory.copyIn(new Int32Array(query));
      const to = memory.copyIn(new Int32Array(reference));
      const nearest = memory.reserve(4 * NEAREST_FIELDS * queryCount);
      const reverse = memory.reserve(4 * REVERSE_FIELDS * referenceCount);
      kernels.nearestDescriptors(from, queryCount, to, referenceCount, nearest, reverse);
      return {
        nearest: memory.integers(nearest, NEAREST_FIELDS * queryCount).slice(),
        reverse: memory.integers(reverse, REVERSE_FIELDS * referenceCount).slice(),
      };
    },
    () => nearestScalar(query, reference),
  );
}

/** Scalar fallback of the kernel; a pair whose first half is already too far is left early, which halves its time. */
function nearestScalar(query: Uint32Array, reference: Uint32Array): Nearest {
  const queryCount = query.length / WORDS;
  const referenceCount = reference.length / WORDS;
  const nearest = new Int32Array(NEAREST_FIELDS * queryCount);
  const reverse = new Int32Array(REVERSE_FIELDS * referenceCount);
  for (let at = 0; at < reverse.length; at += REVERSE_FIELDS) reverse.set([-1, FAR], at);
  for (let i = 0; i < queryCount; i++) {
    const own = query.subarray(i * WORDS, (i + 1) * WORDS);
    let best = FAR;
    let second = FAR;
    let bestIndex = -1;
    for (let j = 0; j < referenceCount; j++) {
      const half = bitsApart(own, reference, j * WORDS, 0);
      const back = REVERSE_FIELDS * j;
      if (half >= second && half >= (reverse[back + 1] as number)) continue;
      const distance = half + bitsApart(own, reference, j * WORDS, WORDS / 2);
      if (distance < (reverse[back + 1] as number)) {
        reverse[back] = i;
        reverse[back + 1] = distance;
      }
      if (distance < best) {
        second = best;
        best = distance;
        bestIndex = j;
      } else if (distance < second) second = distance;
    }
    nearest.set([bestIndex, best, second], NEAREST_FIELDS * i);
  }
  return { nearest, reverse };
}

/** Differing bits in four of the eight words, `from` on. */
function bitsApart(own: Uint32Array, others: Uint32Array, at: number, from: number): number {
  let counts = 0;
  for (let k = from; k < from + WORDS / 2; k++) counts += byteCounts((own[k] as number) ^ (others[at + k] as number));
  return sumOfBytes(counts);
}
