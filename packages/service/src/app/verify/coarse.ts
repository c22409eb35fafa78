/** Numbers for strangers: docs/spec/security.md#verify-as-an-oracle. @module */
import type { TamperRegion } from '@assay/core/tamper/comparison';

/** How fine the numbers are that a stranger hears. */
export interface Steps {
  /** Of similarities, of tamper scores. */
  readonly similarity: number;
  readonly confidence: number;
  /** Cells of each side of the picture, on whose borders changed regions begin and end. */
  readonly cells: number;
}

/** Where an edit lies is still seen, how far one has got in hiding it is not. */
export const COARSE: Steps = { similarity: 0.05, confidence: 0.01, cells: 16 };
/** While one asset is asked about by far too many. */
export const COARSEST: Steps = { similarity: 0.25, confidence: 0.25, cells: 1 };

/** Undoes binary fractions such as 0.29 / 0.01 = 28.999... */
const EPSILON = 1e-9;

/** The largest multiple of a step, itself a whole part of 1, that is not above the value. */
export const floorTo = (step: number, value: number): number => {
  const parts = Math.round(1 / step);
  return Math.floor(value * parts + EPSILON) / parts;
};

/** The smallest that is not below it. */
export const ceilTo = (step: number, value: number): number => {
  const parts = Math.round(1 / step);
  return Math.ceil(value * parts - EPSILON) / parts;
};

/** From `at` outwards to the border of a cell, px within 0..side. */
const border = (at: number, side: number, cells: number, round: (cell: number) => number): number => {
  const cell = Math.max(1, Math.ceil(side / cells));
  return Math.min(side, Math.max(0, round(at / cell) * cell));
};

/** Each grown to whole cells, none twice. */
export function coarseRegions(
  regions: readonly TamperRegion[],
  { width, height }: { readonly width: number; readonly height: number },
  { cells, similarity }: Steps,
): TamperRegion[] {
  const grown = regions.map(({ x, y, w, h, score }): TamperRegion => {
    const [left, top] = [border(x, width, cells, Math.floor), border(y, height, cells, Math.floor)];
    const [right, bottom] = [border(x + w, width, cells, Math.ceil), border(y + h, height, cells, Math.ceil)];
    return { x: left, y: top, w: right - left, h: bottom - top, score: floorTo(similarity, score) };
  });
  return [...new Map(grown.map((region) => [`${region.x},${region.y},${region.w},${region.h}`, region])).values()];
}

type AnyModification = Readonly<Record<string, unknown>>;

/** What was done and how much it matters; of the recorded metadata which field, and no measure of anything. */
export function coarseModifications(modifications: readonly AnyModification[]): AnyModification[] {
  const plain = modifications.map(({ type, severity, field }) => ({ type, severity, ...(field ? { field } : {}) }));
  return [...new Map(plain.map((one) => [JSON.stringify(one), one])).values()];
}
