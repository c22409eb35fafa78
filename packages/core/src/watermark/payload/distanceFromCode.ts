/**
 * How far soft values are from any word of the polar code, by successive cancellation with one path alone: a small part of what the list
 * of `polarDecoder.ts` takes, for ranking. One path takes every message bit as its soft value says, at no cost, so that a subtree of
 * nothing but message bits is not descended: its code bits are the signs of its soft values. That a value is exactly 0 is decided below.
 * Source: Arikan 2009; Alamdar-Yazdi and Kschischang 2011 for the subtrees.
 * @module
 */
import { POLAR_LENGTH, POLAR_LOG_LENGTH } from './polarCode.ts';
import { FROZEN_NODES, MESSAGE_NODES } from './polarNodes.ts';

/** Of `most`, so that no rounding ends a path that is just below it. */
const BEYOND = 1 + 1e-9;

/** The one path. */
interface Path {
  /** Soft values of the node that is being decoded: those of level l from 2^l on. */
  readonly soft: Float32Array;
  /** Code bits, each in its place: of a node that is decided, its code word. */
  readonly code: Uint8Array;
  /** Sum of what was decided against its soft value: it only grows. */
  metric: number;
  /** Beyond it nothing is decided any more. */
  readonly metricMax: number;
}

/**
 * @param soft one value per code bit, > 0 says 0; any scale
 * @param most distances from here on are not told apart: noise is told by the frozen bits that come first, in half the time
 * @returns the path's metric over the sum of all magnitudes, 0 for a clean word, some 0.4 for noise; if that is not below `most`, some
 *          number that is not, either
 * @throws {RangeError} unless there are 1024 soft values
 */
export function distanceFromCode(soft: Float32Array, most = 1): number {
  if (soft.length !== POLAR_LENGTH)
    throw new RangeError(`polar code: expected ${POLAR_LENGTH} soft values, got ${soft.length}`);
  // A loop, for typed arrays' own `reduce` takes several times as long.
  let total = 0;
  for (let i = 0; i < POLAR_LENGTH; i++) total += Math.abs(soft[i] as number);
  const path: Path = {
    soft: new Float32Array(2 * POLAR_LENGTH),
    code: new Uint8Array(POLAR_LENGTH),
    metric: 0,
    metricMax: BEYOND * most * total,
  };
  path.soft.set(soft, POLAR_LENGTH);
  decide(path, POLAR_LOG_LENGTH, 0);
  return total > 0 ? path.metric / total : 1;
}

/** Decides all positions of node `index` of `level`; its code bits are left in their places. */
function decide(path: Path, level: number, index: number): void {
  if (path.metric > path.metricMax) return;
  if ((FROZEN_NODES[level] as Uint8Array)[index]) decideFrozen(path, level);
  else if ((MESSAGE_NODES[level] as Uint8Array)[index] && (level === 0 || isSigned(path, level)))
    takeSigns(path, level, index);
  else {
    passLeft(path, level);
    decide(path, level - 1, 2 * index);
    passRight(path, level, index);
    decide(path, level - 1, 2 * index + 1);
    joinChildren(path, level, index);
  }
}

/** The code bits are 0 already. */
function decideFrozen(path: Path, level: number): void {
  const { soft } = path;
  let metric = 0;
  for (let i = 1 << level, end = 2 << level; i < end; i++) {
    const value = soft[i] as number;
    if (value < 0) metric -= value;
  }
  path.metric += metric;
}

function isSigned({ soft }: Path, level: number): boolean {
  for (let i = 1 << level, end = 2 << level; i < end; i++) if (soft[i] === 0) return false;
  return true;
}

function takeSigns({ soft, code }: Path, level: number, index: number): void {
  const size = 1 << level;
  for (let i = 0, to = index * size; i < size; i++, to++) code[to] = (soft[size + i] as number) < 0 ? 1 : 0;
}

/** sign(a) sign(b) min(|a|, |b|). */
function passLeft({ soft }: Path, level: number): void {
  const half = 1 << (level - 1);
  for (let i = 0, from = 2 * half; i < half; i++, from++) {
    const a = soft[from] as number;
    const b = soft[from + half] as number;
    const least = Math.min(Math.abs(a), Math.abs(b));
    soft[half + i] = a < 0 === b < 0 ? least : -least;
  }
}

/** b + (1 - 2 c) a, with c the code bits of the left child. */
function passRight({ soft, code }: Path, level: number, index: number): void {
  const half = 1 << (level - 1);
  const left = 2 * half * index;
  for (let i = 0, from = 2 * half; i < half; i++, from++) {
    const a = soft[from] as number;
    soft[half + i] = (soft[from + half] as number) + (code[left + i] ? -a : a);
  }
}

/** Code bits of a node from those of its children: (left + right, right). */
function joinChildren({ code }: Path, level: number, index: number): void {
  const half = 1 << (level - 1);
  for (let i = 2 * half * index, end = i + half; i < end; i++)
    code[i] = (code[i] as number) ^ (code[i + half] as number);
}
