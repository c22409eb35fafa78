/**
 * Matching of 256-bit binary descriptors (ORB) by exhaustive search.
 * @module
 */

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

/**
 * Pairs that are each other's nearest, and clearly so: the nearest descriptor is at most `ratioMax` times as far as the
 * second nearest of the same query keypoint (Lowe 2004, section 7.1). One sweep finds both directions; a pair whose
 * first half is already too far is left early, which halves the time.
 * @param query      descriptors of 8 words each
 * @param reference  the same
 * @param ratioMax   0..1; 1 keeps every mutual pair
 * @throws {RangeError} unless both hold whole descriptors
 */
export function matchMutual(query: Uint32Array, reference: Uint32Array, ratioMax: number): Match[] {
  if (query.length % WORDS !== 0 || reference.length % WORDS !== 0)
    throw new RangeError(`matchMutual: expected ${WORDS} words a descriptor, got ${query.length}, ${reference.length}`);
  const queryCount = query.length / WORDS;
  const referenceCount = reference.length / WORDS;
  const nearest = new Int32Array(queryCount).fill(-1);
  const nearestDistance = new Int32Array(queryCount).fill(FAR);
  const secondDistance = new Int32Array(queryCount).fill(FAR);
  const reverse = new Int32Array(referenceCount).fill(-1);
  const reverseDistance = new Int32Array(referenceCount).fill(FAR);
  const q = new Uint32Array(WORDS);
  for (let i = 0; i < queryCount; i++) {
    q.set(query.subarray(i * WORDS, (i + 1) * WORDS));
    let best = FAR;
    let second = FAR;
    let bestIndex = -1;
    for (let j = 0, p = 0; j < referenceCount; j++, p += WORDS) {
      let counts =
        byteCounts((q[0] as number) ^ (reference[p] as number)) +
        byteCounts((q[1] as number) ^ (reference[p + 1] as number)) +
        byteCounts((q[2] as number) ^ (reference[p + 2] as number)) +
        byteCounts((q[3] as number) ^ (reference[p + 3] as number));
      const half = sumOfBytes(counts);
      if (half >= second && half >= (reverseDistance[j] as number)) continue;
      counts +=
        byteCounts((q[4] as number) ^ (reference[p + 4] as number)) +
        byteCounts((q[5] as number) ^ (reference[p + 5] as number)) +
        byteCounts((q[6] as number) ^ (reference[p + 6] as number)) +
        byteCounts((q[7] as number) ^ (reference[p + 7] as number));
      const distance = sumOfBytes(counts);
      if (distance < (reverseDistance[j] as number)) {
        reverseDistance[j] = distance;
        reverse[j] = i;
      }
      if (distance < best) {
        second = best;
        best = distance;
        bestIndex = j;
      } else if (distance < second) second = distance;
    }
    nearest[i] = bestIndex;
    nearestDistance[i] = best;
    secondDistance[i] = second;
  }
  const matches: Match[] = [];
  for (let i = 0; i < queryCount; i++) {
    const j = nearest[i] as number;
    const distance = nearestDistance[i] as number;
    if (j >= 0 && reverse[j] === i && distance <= ratioMax * (secondDistance[i] as number))
      matches.push({ query: i, reference: j, distance });
  }
  return matches;
}
