/**
 * Attacks that take a learnt pattern out of somebody else's marked picture. Every attack gives a change of luma; how strongly
 * it is subtracted is the adversary's choice, named by the PSNR to the marked picture that it costs.
 * @module
 */
import { luma, type Plane, plane, type Size } from '@assay/core/raster';
import { psnr } from '@assay/core/signal/metrics';
import { resizeBilinear } from '@assay/core/signal/resample/resize';
import { applyDelta, colourErrorPerLuma } from '@assay/core/watermark/applyDelta';
import { analyseHost } from '@assay/core/watermark/tile/embed/hostAnalysis';
import { cellRows } from '@assay/core/signal/pictureCells';
import { LOSS_SCALE, markStrength } from '@assay/core/watermark/tile/embed/perceptualMask';
import { whiten } from '@assay/core/watermark/tile/spectrum/whitening';
import type { RgbPicture } from '../retrieval/rgbPicture.ts';
import {
  type Band,
  bandOf,
  drawn,
  type Fold,
  foldOf,
  moved,
  PATTERNS,
  type Pattern,
  shiftOnto,
  unitPlane,
} from './periodicTemplate.ts';

/** A marked picture and what the mark changed, or what the adversary takes for it. */
export interface KnownChange {
  readonly change: Plane;
}

/** Patterns learnt from some changes. */
export interface Learnt {
  readonly pattern: Pattern;
  readonly band: Band;
  readonly fold: Fold;
}

const BANDS = PATTERNS.map((pattern) => ({ pattern, band: bandOf(pattern) }));
/** Rounds in which all folds are brought into register with their mean. */
const ROUNDS = 2;

/** @param aligned whether folds are brought into register before they are added */
export function learnPatterns(changes: readonly Plane[], aligned: boolean): Learnt[] {
  return BANDS.map(({ pattern, band }) => {
    const folds = changes.map((change) => foldOf(pattern, band, change));
    let mean = sumOf(aligned ? folds.slice(0, 1) : folds);
    for (let round = 0; aligned && round < ROUNDS; round++) {
      const reference = mean;
      mean = sumOf(folds.map((fold) => moved(pattern, band, fold, shiftOnto(pattern, band, fold, reference))));
    }
    return { pattern, band, fold: mean };
  });
}

function sumOf(folds: readonly Fold[]): Fold {
  const out = new Float32Array((folds[0] as Fold).length);
  for (const fold of folds) for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + (fold[i] as number);
  return out;
}

/** Whitened luma, in which a mark stands out most. */
export function whitenedLuma(picture: RgbPicture): Plane {
  return whiten(luma(picture));
}

/** The learnt patterns as they would stand in this picture, under the mask that the published code gives it. */
export function patternsIn(learnt: readonly Learnt[], target: RgbPicture, aligned: boolean): Plane {
  const seen = whitenedLuma(target);
  const sum = plane(target.width, target.height);
  for (const { pattern, band, fold } of learnt) {
    const shift = aligned ? shiftOnto(pattern, band, foldOf(pattern, band, seen), fold, true) : { x: 0, y: 0 };
    const back = { x: -shift.x, y: -shift.y };
    addTo(sum, drawn(pattern, band, moved(pattern, band, fold, back), target));
  }
  return masked(sum, target);
}

/** The picture's own periodic part at every carrier that a track may use: no pair is needed, and no key. */
export function ownPeriodicPart(target: RgbPicture): Plane {
  const seen = whitenedLuma(target);
  const sum = plane(target.width, target.height);
  for (const { pattern, band } of BANDS) addTo(sum, drawn(pattern, band, foldOf(pattern, band, seen), target));
  return masked(sum, target);
}

/** The mean of changes, pixel by pixel; those of another size are brought to this one. */
export function meanChange(changes: readonly Plane[], { width, height }: Size): Plane {
  const sum = plane(width, height);
  for (const change of changes)
    addTo(sum, change.width === width && change.height === height ? change : resizeBilinear(change, width, height));
  return unitPlane(sum);
}

function addTo(sum: Plane, other: Plane): void {
  for (let i = 0; i < sum.data.length; i++) sum.data[i] = (sum.data[i] as number) + (other.data[i] as number);
}

function masked(pattern: Plane, target: RgbPicture): Plane {
  const { texture } = analyseHost(target);
  const { side, field } = markStrength(texture, {
    rms: 2,
    lossMax: 0.02,
    excess: 1,
    flatRms: 0.6,
    lossScale: LOSS_SCALE,
  });
  const rowOf = cellRows(field, side, target.width, target.height);
  const line = new Float32Array(target.width);
  const out = plane(target.width, target.height);
  for (let y = 0, at = 0; y < target.height; y++) {
    rowOf(y, 0, target.width, line);
    for (let x = 0; x < target.width; x++, at++) out.data[at] = (line[x] as number) * (pattern.data[at] as number);
  }
  return unitPlane(out);
}

/** The picture less the change, at this PSNR to the picture. */
export function subtracted(target: RgbPicture, change: Plane, psnrDb: number): RgbPicture {
  const wanted = (255 * 10 ** (-psnrDb / 20)) / Math.sqrt(colourErrorPerLuma(3));
  const apply = (amplitude: number): RgbPicture =>
    applyDelta(target, { ...change, data: change.data.map((value) => -amplitude * value) }) as RgbPicture;
  // Rounding and clipping change the error a little: once corrected it is within 0.1 dB.
  const tried = psnr(target, apply(wanted));
  return apply(wanted * 10 ** ((tried - psnrDb) / 20));
}
