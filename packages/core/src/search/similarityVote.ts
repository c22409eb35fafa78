/**
 * Do the features of two pictures agree on one pose? Every pair of matching features is a pose hypothesis, a similarity,
 *     s = scale' / scale,   a = orientation' - orientation,   x' = s R(a) x + t,
 * and the hypothesis under which most matches land within `REACH` pixels wins. Inliers count by unique cells, in both
 * pictures, so that one repeated or dense spot is one witness.
 * Sources: Lowe 2004, section 7 (one match gives a pose); Philbin et al. 2007 (fast spatial matching).
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import { COMPACT_LENGTH, type CompactFeatures } from './compactFeatures.ts';

/** Pixels of the canvas within which a match agrees with a pose. */
const REACH = 5;
/** Matches that give a hypothesis; a picture's best are enough and bound the time. */
const HYPOTHESES_MAX = 150;
/** Side of a cell in pixels; one inlier counts in each. */
const CELL = 6;
/** Scales between a stored picture and a query that are looked for. */
const SCALE_MIN = 0.12;
const SCALE_MAX = 8;

/**
 * Inliers from which two pictures are taken to show the same thing, to be compared pairwise: between impostors none of
 * 112 queries, each against the 20 with the most votes of 100,400, reached 5 (bench/results/fingerprint/local-search.json).
 */
export const LOCAL_INLIERS_MIN = 7;

export interface Match {
  readonly query: number;
  readonly stored: number;
  /** Nearest over second nearest distance; small is distinct. */
  readonly ratio: number;
}

/** Largest ratio of nearest to second nearest distance of a match (Lowe 2004, section 7.1; measured, docs/decisions/0009-local-search.md). */
const RATIO_MAX = 0.85;

/** For each query feature: its nearest stored one or -1, that squared distance, the second nearest's. */
const NEAREST_FIELDS = 3;
/** More than any squared distance. */
const FAR = 2 ** 31 - 1;

/** Matches of every query feature with its nearest stored one where that is clearly nearer than the second. */
export function matchFeatures(query: CompactFeatures, stored: CompactFeatures): Match[] {
  const found = nearestFeatures(query, stored);
  const matches: Match[] = [];
  for (let q = 0, at = 0; q < query.count; q++, at += NEAREST_FIELDS) {
    const nearest = found[at] as number;
    const [first, second] = [found[at + 1] as number, found[at + 2] as number];
    // Of two that are the same neither is distinct; a stored picture of one feature has no second.
    const ratio = second === FAR ? 0 : Math.sqrt(first / second);
    if (nearest >= 0 && ratio <= RATIO_MAX) matches.push({ query: q, stored: nearest, ratio });
  }
  return matches.sort((a, b) => a.ratio - b.ratio);
}

function nearestFeatures(query: CompactFeatures, stored: CompactFeatures): Int32Array {
  return withKernels(
    (kernels, memory) => {
      const [from, to] = [query, stored].map(({ descriptors }) => {
        const at = memory.reserve(descriptors.length);
        memory.write(at, new Uint8Array(descriptors.buffer, descriptors.byteOffset, descriptors.length));
        return at;
      }) as [number, number];
      const out = memory.reserve(4 * NEAREST_FIELDS * query.count);
      kernels.nearestFeatures(from, query.count, to, stored.count, out);
      return memory.integers(out, NEAREST_FIELDS * query.count).slice();
    },
    () => nearestScalar(query, stored),
  );
}

/** Scalar fallback of the kernel. */
function nearestScalar(query: CompactFeatures, stored: CompactFeatures): Int32Array {
  const out = new Int32Array(NEAREST_FIELDS * query.count);
  for (let q = 0; q < query.count; q++) {
    let [nearest, first, second] = [-1, FAR, FAR];
    for (let s = 0; s < stored.count; s++) {
      const distance = distanceBelow(query.descriptors, q, stored.descriptors, s, second);
      if (distance < first) [nearest, first, second] = [s, distance, first];
      else if (distance < second) second = distance;
    }
    out.set([nearest, first, second], NEAREST_FIELDS * q);
  }
  return out;
}

/** Squared distance of two descriptors; gives up once it exceeds `limit`. */
function distanceBelow(a: Int8Array, i: number, b: Int8Array, j: number, limit: number): number {
  let sum = 0;
  for (let part = 0; part < COMPACT_LENGTH; part += 8) {
    for (let k = part; k < part + 8; k++) {
      const difference = (a[i * COMPACT_LENGTH + k] as number) - (b[j * COMPACT_LENGTH + k] as number);
      sum += difference * difference;
    }
    if (sum > limit) return sum;
  }
  return sum;
}

/** Stored x to query x':  x' = a x - b y + tx,  y' = b x + a y + ty. */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

export interface Agreement {
  /** Unique cells of the matches that agree. */
  readonly inliers: number;
  readonly pose: Similarity | null;
}

export function agreeOnSimilarity(
  query: CompactFeatures,
  stored: CompactFeatures,
  matches: readonly Match[],
): Agreement {
  let best: Agreement = { inliers: 0, pose: null };
  for (const match of matches.slice(0, HYPOTHESES_MAX)) {
    const pose = poseHypothesis(query, stored, match);
    if (!pose) continue;
    const inliers = countCells(query, stored, matches, pose);
    if (inliers > best.inliers) best = { inliers, pose };
  }
  return best;
}

function poseHypothesis(query: CompactFeatures, stored: CompactFeatures, match: Match): Similarity | null {
  const zoom = (query.scale[match.query] as number) / (stored.scale[match.stored] as number);
  if (!(zoom >= SCALE_MIN && zoom <= SCALE_MAX)) return null;
  const angle = (query.orientation[match.query] as number) - (stored.orientation[match.stored] as number);
  const a = zoom * Math.cos(angle);
  const b = zoom * Math.sin(angle);
  const [x, y] = [stored.x[match.stored] as number, stored.y[match.stored] as number];
  const tx = (query.x[match.query] as number) - a * x + b * y;
  const ty = (query.y[match.query] as number) - b * x - a * y;
  return { a, b, tx, ty };
}

function countCells(
  query: CompactFeatures,
  stored: CompactFeatures,
  matches: readonly Match[],
  { a, b, tx, ty }: Similarity,
): number {
  const queryCells = new Set<number>();
  const storedCells = new Set<number>();
  // A small copy in a large picture, or the other way round: positions are as exact as the smaller picture's pixels.
  const reach = REACH * Math.max(1, Math.hypot(a, b));
  for (const match of matches) {
    const [x, y] = [stored.x[match.stored] as number, stored.y[match.stored] as number];
    const [qx, qy] = [query.x[match.query] as number, query.y[match.query] as number];
    if (Math.hypot(a * x - b * y + tx - qx, b * x + a * y + ty - qy) > reach) continue;
    queryCells.add(cellOf(qx, qy));
    storedCells.add(cellOf(x, y));
  }
  return Math.min(queryCells.size, storedCells.size);
}

function cellOf(x: number, y: number): number {
  return Math.floor(x / CELL) * 65536 + Math.floor(y / CELL);
}

/**
 * Inliers between a stored picture and that form of a query, as it is or mirrored, which agrees best with it.
 * @param forms of one query
 */
export function inliersOfBestForm(forms: readonly CompactFeatures[], stored: CompactFeatures): number {
  return Math.max(0, ...forms.map((form) => agreeOnSimilarity(form, stored, matchFeatures(form, stored)).inliers));
}
