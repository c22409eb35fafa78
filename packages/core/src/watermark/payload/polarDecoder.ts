/**
 * Successive-cancellation list decoding of the polar code: the positions of u are decided one after the other, every
 * undecided bit doubles the paths, and the best go on, as many as are kept. Soft values pass down the code's tree by
 *     left:  f(a, b) = sign(a) sign(b) min(|a|, |b|),     right:  g(a, b, c) = b + (1 - 2 c) a,
 * and the metric of a path grows by |a| for every decision against its soft value a. All of it is scale-free, so soft
 * values of any scale will do. A subtree without message bits is not descended: its code word is 0, and the metric grows at
 * once for every soft value that says otherwise.
 * Source: Tal and Vardy 2015; Balatsoukas-Stimming, Bastani Parizi, Burg 2015, eqs. (11)-(12); Alamdar-Yazdi and
 * Kschischang 2011 for the frozen subtrees.
 * @module
 */
import { MESSAGE_BITS, POLAR_LENGTH, POLAR_LOG_LENGTH } from './polarCode.ts';
import { FROZEN_NODES } from './polarNodes.ts';

/** Paths kept. From 8 to 32 each doubling gains about 0.1 dB and doubles the time (bench/coding). */
export const LIST_SIZE = 32;

/** State of all paths. Level l has nodes of 2^l positions; arrays of a level hold one node for each path. */
interface Paths {
  active: number;
  /** Paths kept. */
  readonly most: number;
  /** Path metric: the penalties so far. */
  readonly metric: Float64Array;
  readonly messages: readonly Uint8Array[];
  /** Message bits decided so far. */
  decided: number;
  /** Soft values of the node that is being decoded; those of the root are the same for all paths. */
  readonly soft: readonly Float32Array[];
  /** Code bits of the left child of that node's parent, once decided. */
  readonly left: readonly Uint8Array[];
  /** Code bits of the node decoded last. */
  readonly code: readonly Uint8Array[];
  /** Branch 2 path + bit: the metric of a path if it takes `bit` next; and the branches, least first. */
  readonly branchMetric: Float64Array;
  readonly branchOrder: Int32Array;
}

/**
 * @param soft one value per code bit, > 0 says 0; any scale; 1024 values
 * @returns messages of 160 bits, most likely first: at most `LIST_SIZE`
 * @throws {RangeError} if the length differs
 */
export function decodePolarList(soft: Float32Array): Uint8Array[] {
  const paths = decodedPaths(soft, LIST_SIZE);
  const order = Array.from({ length: paths.active }, (_, path) => path);
  order.sort((p, q) => (paths.metric[p] as number) - (paths.metric[q] as number));
  return order.map((path) => paths.messages[path] as Uint8Array);
}

function decodedPaths(soft: Float32Array, most: number): Paths {
  if (soft.length !== POLAR_LENGTH)
    throw new RangeError(`polar code: expected ${POLAR_LENGTH} soft values, got ${soft.length}`);
  const paths = startPaths(soft, most);
  decodeNode(paths, POLAR_LOG_LENGTH, 0);
  return paths;
}

function startPaths(soft: Float32Array, most: number): Paths {
  const levels = Array.from({ length: POLAR_LOG_LENGTH + 1 }, (_, level) => level);
  const bits = (): Uint8Array[] => levels.map((level) => new Uint8Array(most << level));
  return {
    active: 1,
    most,
    metric: new Float64Array(most),
    messages: Array.from({ length: most }, () => new Uint8Array(MESSAGE_BITS)),
    decided: 0,
    soft: levels.map((level) => (level === POLAR_LOG_LENGTH ? soft : new Float32Array(most << level))),
    left: bits(),
    code: bits(),
    branchMetric: new Float64Array(2 * most),
    branchOrder: new Int32Array(2 * most),
  };
}

/** Decides all positions of node `index` of `level`; its code bits are left in `code[level]`. */
function decodeNode(paths: Paths, level: number, index: number): void {
  if ((FROZEN_NODES[level] as Uint8Array)[index]) decideFrozen(paths, level);
  else if (level === 0) decideBit(paths);
  else {
    passLeft(paths, level);
    decodeNode(paths, level - 1, 2 * index);
    (paths.left[level - 1] as Uint8Array).set(paths.code[level - 1] as Uint8Array);
    passRight(paths, level);
    decodeNode(paths, level - 1, 2 * index + 1);
    joinChildren(paths, level);
  }
}

function decideFrozen(paths: Paths, level: number): void {
  const soft = paths.soft[level] as Float32Array;
  const size = 1 << level;
  for (let path = 0; path < paths.active; path++) {
    let metric = 0;
    for (let i = path * size; i < (path + 1) * size; i++) metric -= Math.min(0, soft[i] as number);
    paths.metric[path] = (paths.metric[path] as number) + metric;
  }
  (paths.code[level] as Uint8Array).fill(0, 0, paths.active * size);
}

/** Where the soft values of a path begin at a level. */
function startOf(path: number, level: number): number {
  return level === POLAR_LOG_LENGTH ? 0 : path << level;
}

function passLeft(paths: Paths, level: number): void {
  const half = 1 << (level - 1);
  const from = paths.soft[level] as Float32Array;
  const to = paths.soft[level - 1] as Float32Array;
  for (let path = 0; path < paths.active; path++) {
    const at = startOf(path, level);
    for (let i = 0; i < half; i++) {
      const a = from[at + i] as number;
      const b = from[at + half + i] as number;
      const least = Math.min(Math.abs(a), Math.abs(b));
      to[path * half + i] = a < 0 === b < 0 ? least : -least;
    }
  }
}

function passRight(paths: Paths, level: number): void {
  const half = 1 << (level - 1);
  const from = paths.soft[level] as Float32Array;
  const to = paths.soft[level - 1] as Float32Array;
  const left = paths.left[level - 1] as Uint8Array;
  for (let path = 0; path < paths.active; path++) {
    const at = startOf(path, level);
    for (let i = 0; i < half; i++) {
      const a = from[at + i] as number;
      to[path * half + i] = (from[at + half + i] as number) + (left[path * half + i] ? -a : a);
    }
  }
}

/** Code bits of a node from those of its children: (left + right, right). */
function joinChildren(paths: Paths, level: number): void {
  const half = 1 << (level - 1);
  const left = paths.left[level - 1] as Uint8Array;
  const right = paths.code[level - 1] as Uint8Array;
  const code = paths.code[level] as Uint8Array;
  for (let path = 0; path < paths.active; path++)
    for (let i = path * half, to = 2 * path * half; i < (path + 1) * half; i++, to++) {
      code[to] = (left[i] as number) ^ (right[i] as number);
      code[to + half] = right[i] as number;
    }
}

/** Every path takes 0 and 1; the `LIST_SIZE` of least metric among these branches are the new paths. */
function decideBit(paths: Paths): void {
  const soft = paths.soft[0] as Float32Array;
  const code = paths.code[0] as Uint8Array;
  const { branchMetric, branchOrder } = paths;
  const branches = 2 * paths.active;
  for (let path = 0; path < paths.active; path++) {
    const value = soft[path] as number;
    const metric = paths.metric[path] as number;
    branchMetric[2 * path] = metric - Math.min(0, value);
    branchMetric[2 * path + 1] = metric + Math.max(0, value);
  }
  const kept = Math.min(paths.most, branches);
  sortBranches(paths, branches);
  const homes = homesOf(paths, kept);
  for (let rank = 0; rank < kept; rank++) {
    const branch = branchOrder[rank] as number;
    const home = homes[rank] as number;
    paths.metric[home] = branchMetric[branch] as number;
    code[home] = branch & 1;
    (paths.messages[home] as Uint8Array)[paths.decided] = branch & 1;
  }
  paths.active = kept;
  paths.decided++;
}

/** Insertion sort: sixty branches that come nearly in order, for the paths were sorted the bit before. */
function sortBranches({ branchMetric, branchOrder }: Paths, count: number): void {
  for (let i = 0; i < count; i++) {
    const metric = branchMetric[i] as number;
    let at = i;
    for (; at > 0 && (branchMetric[branchOrder[at - 1] as number] as number) > metric; at--)
      branchOrder[at] = branchOrder[at - 1] as number;
    branchOrder[at] = i;
  }
}

/**
 * The slot of each kept branch: the first one of a path stays where the path is, a second one moves, with all the path
 * has worked out, into the slot of a path of which nothing is kept.
 */
function homesOf(paths: Paths, kept: number): Int32Array {
  const homes = new Int32Array(kept).fill(-1);
  const stays = new Uint8Array(paths.most);
  for (let rank = 0; rank < kept; rank++) {
    const path = (paths.branchOrder[rank] as number) >> 1;
    if (!stays[path]) homes[rank] = path;
    stays[path] = 1;
  }
  let free = 0;
  for (let rank = 0; rank < kept; rank++) {
    if ((homes[rank] as number) >= 0) continue;
    while (stays[free]) free++;
    stays[free] = 1;
    copyPath(paths, (paths.branchOrder[rank] as number) >> 1, free);
    homes[rank] = free;
  }
  return homes;
}

function copyPath(paths: Paths, from: number, to: number): void {
  for (let level = 0; level < POLAR_LOG_LENGTH; level++) {
    (paths.soft[level] as Float32Array).copyWithin(to << level, from << level, (from + 1) << level);
    (paths.left[level] as Uint8Array).copyWithin(to << level, from << level, (from + 1) << level);
  }
  (paths.messages[to] as Uint8Array).set(paths.messages[from] as Uint8Array);
}
