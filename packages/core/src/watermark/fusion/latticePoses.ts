/** Under which poses a tile track may stand in a picture whose lattice of cells is known (latticeSynchronisation.ts). @module */
import { type Affine, nearestSimilarity, scaled } from '../affine.ts';
import type { CanvasScale, LatticeReading, TileCarriers } from '../watermarkTrack.ts';

/** Roots of the areas that a marked picture may have had, pixels, and how far apart two are that are tried. */
const MARKED_SIDE = { least: 300, most: 5_000, step: 1.005 };
/** Scales that differ by less are one. */
const RATIO_STEP = 1.004;
/** A picture whose samples are as many pixels as when it was marked, to so much, was not resampled. */
const NATIVE_TOLERANCE = 0.012;

export interface TilePoses {
  /** If the picture was not resampled: of all sizes that it may have had, those at which a sample is as many pixels as here. */
  readonly native: readonly Affine[];
  /** If it was: of all others. */
  readonly resampled: readonly Affine[];
}

/** @param viewScale view pixels per picture pixel */
export function tilePoses(
  { pose }: LatticeReading,
  viewScale: number,
  canvasScale: CanvasScale,
  carriers: TileCarriers,
): TilePoses {
  // The sides of a canvas are whole cells, so that it is stretched by up to a hundredth; a tile is not.
  const similar = nearestSimilarity(pose);
  const pixels = 1 / Math.sqrt(Math.abs(similar.a * similar.d - similar.b * similar.c));
  const native: number[] = [];
  const resampled: number[] = [];
  for (let side = MARKED_SIDE.least; side <= MARKED_SIDE.most; side *= MARKED_SIDE.step) {
    const scale = canvasScale({ width: side, height: side });
    const canonical = carriers.likelyScales(side, side)[0] as number;
    const isNative = Math.abs(Math.log(scale / pixels)) < NATIVE_TOLERANCE;
    const ratio = (isNative ? pixels : scale) / canonical;
    const known = isNative ? native : resampled;
    if (known.every((one) => Math.abs(Math.log(ratio / one)) >= Math.log(RATIO_STEP))) known.push(ratio);
  }
  const posesOf = (ratios: readonly number[]): Affine[] => ratios.map((ratio) => scaled(similar, ratio / viewScale));
  return { native: posesOf(native), resampled: posesOf(resampled) };
}
