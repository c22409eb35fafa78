/**
 * What an adversary who knows the published format, and not the key, makes of pictures of which he holds the mark's change:
 * each change is folded to one period of a track's pattern, the folds are added, and the sum is drawn over another picture.
 * A fold is kept as Fourier coefficients, so that two folds are brought into register by one small transform.
 * Source: phase correlation after Kuglin and Hines 1975.
 * @module
 */
import { type Plane, plane, type Size } from '@assay/core/raster';
import { analyseBand } from '@assay/core/watermark/tile/carriers/bandAnalysis';
import { synthesiseBand } from '@assay/core/watermark/tile/carriers/bandSynthesis';
import { addTileRow, foldRow, narrowFold, tileGrid, widenTile } from '@assay/core/watermark/tile/carriers/tileGrid';
import { canvasSideOf, canvasSize, planeAtSize } from '@assay/core/watermark/neural/canvas';
import { TILE_SIDE } from '@assay/core/watermark/neural/cellLayout';
import { CELL_SIDE } from '@assay/core/watermark/neural/neuralModem';
import { resizeCubic } from '@assay/core/signal/resample/resizeCubic';
import { PRESET_A } from '@assay/core/watermark/tile/trackA';
import { PRESET_B } from '@assay/core/watermark/tile/trackB';
import type { TrackId } from '@assay/core/watermark/tracks';

/** The period of a track's pattern, as its specification says. */
export interface Pattern {
  readonly id: TrackId;
  /** Samples of a period along either side. */
  readonly side: number;
  /** Highest coefficient, as a share of the side. */
  readonly radiusMax: number;
  /** The size at which a sample is a pixel, or null if the pattern is drawn at the picture's own size. */
  readonly canvas: (picture: Size) => Size | null;
  /** Pixels to a sample. */
  readonly scale: (width: number, height: number) => number;
}

export const PATTERNS: readonly Pattern[] = [
  ...[['a', PRESET_A] as const, ['b', PRESET_B] as const].map(([id, { carriers, canonicalScale }]) => ({
    id,
    side: carriers.tileSide,
    radiusMax: carriers.radiusMax,
    canvas: () => null,
    scale: canonicalScale,
  })),
  {
    id: 'c',
    side: CELL_SIDE * TILE_SIDE,
    radiusMax: 0.2,
    canvas: (picture) => canvasSize(picture, canvasSideOf(picture)),
    scale: () => 1,
  },
];

/** The coefficients of a pattern's band, right half plane. */
export interface Band {
  readonly u: Int16Array;
  readonly v: Int16Array;
}

export function bandOf({ side, radiusMax }: Pattern): Band {
  const reach = Math.floor(radiusMax * side);
  const all: [number, number][] = [];
  for (let v = -reach; v <= reach; v++)
    for (let u = 0; u <= reach; u++) if ((u > 0 || v > 0) && Math.hypot(u, v) <= reach) all.push([u, v]);
  return { u: Int16Array.from(all, ([u]) => u), v: Int16Array.from(all, ([, v]) => v) };
}

/** Coefficients of the fold of a change: pairs, one a coefficient of the band. */
export type Fold = Float32Array;

export function foldOf(pattern: Pattern, band: Band, change: Plane): Fold {
  const canvas = pattern.canvas(change);
  const shown = canvas ? planeAtSize(change, canvas) : change;
  const grid = tileGrid(pattern.side, pattern.scale(change.width, change.height), shown.width, shown.height);
  const rows = new Float32Array(pattern.side * shown.width);
  for (let y = 0; y < shown.height; y++)
    foldRow(grid, shown.data.subarray(y * shown.width, (y + 1) * shown.width), y, rows);
  return analyseBand(pattern.side, narrowFold(grid, rows), band.u, band.v);
}

export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** The shift by which `fold` must be moved to lie on `reference` best; only the phases of `fold` count if `phasesOnly`. */
export function shiftOnto(pattern: Pattern, { u, v }: Band, fold: Fold, reference: Fold, phasesOnly = false): Shift {
  const { side } = pattern;
  const values = new Float32Array(fold.length);
  for (let at = 0; at < fold.length; at += 2) {
    const [a, b] = [fold[at] as number, fold[at + 1] as number];
    const [c, d] = [reference[at] as number, reference[at + 1] as number];
    const weight = phasesOnly ? 1 / Math.max(Math.hypot(a, b), 1e-12) : 1;
    values[at] = weight * (a * c + b * d);
    values[at + 1] = weight * (b * c - a * d);
  }
  const surface = synthesiseBand(side, { u, v, values, count: u.length });
  let best = 0;
  for (let i = 0; i < surface.length; i++) if ((surface[i] as number) > (surface[best] as number)) best = i;
  return { x: best % side, y: Math.floor(best / side) };
}

/** The fold moved so that what stood at `shift` stands at the origin. */
export function moved({ side }: Pattern, { u, v }: Band, fold: Fold, { x, y }: Shift): Fold {
  const out = new Float32Array(fold.length);
  for (let k = 0; k < u.length; k++) {
    const angle = (2 * Math.PI * ((u[k] as number) * x + (v[k] as number) * y)) / side;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [re, im] = [fold[2 * k] as number, fold[2 * k + 1] as number];
    out[2 * k] = re * c - im * s;
    out[2 * k + 1] = re * s + im * c;
  }
  return out;
}

/** The pattern repeated over a picture, mean square 1. */
export function drawn(pattern: Pattern, { u, v }: Band, fold: Fold, picture: Size): Plane {
  const tile = synthesiseBand(pattern.side, { u, v, values: fold, count: u.length });
  const size = pattern.canvas(picture) ?? picture;
  const grid = tileGrid(pattern.side, pattern.scale(picture.width, picture.height), size.width, size.height);
  const widened = widenTile(grid, tile);
  const out = plane(size.width, size.height);
  for (let y = 0; y < size.height; y++)
    addTileRow(grid, widened, y, 0, size.width, out.data.subarray(y * size.width, (y + 1) * size.width));
  const full = size === picture ? out : resizeCubic(out, picture.width, picture.height);
  return unitPlane({ width: picture.width, height: picture.height, data: full.data });
}

export function unitPlane({ width, height, data }: Plane): Plane {
  const scale = 1 / Math.sqrt(data.reduce((sum, value) => sum + value * value, 1e-12) / data.length);
  return plane(
    width,
    height,
    data.map((value) => scale * value),
  );
}
