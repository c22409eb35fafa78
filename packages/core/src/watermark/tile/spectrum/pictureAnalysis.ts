/**
 * What detection works out of a picture before any key comes in: whitened views and their spectra. Each is made when it
 * is first asked for and kept, so that tracks which search the same view share it.
 * @module
 */
import { once } from '../../../once.ts';
import { LUMA_WEIGHTS, type Plane, type Raster } from '../../../raster.ts';
import type { Rectangle } from '../../../signal/cutOut.ts';
import { reduceRows } from '../../../signal/resample/resize.ts';
import { cutOutRows, type LumaSource, type RowSource, rowsOf, wholePlane } from '../../../signal/rowSource.ts';
import { type LogPolarSpectrum, logPolarSpectrum } from './logPolarSpectrum.ts';
import { type PictureSpectrum, pictureSpectrum } from './pictureSpectrum.ts';
import { whiten } from './whitening.ts';

/**
 * Longest side of a view, pixels: the largest that a 1024 FFT oversamples by `OVERSAMPLING_MIN`. Bounds time and memory
 * of a view whatever the picture's size.
 */
export const VIEW_SIDE_MAX = 816;

/** One rectangle of the picture at one scale. */
export interface PictureView {
  /** Size of the whole picture. */
  readonly pictureWidth: number;
  readonly pictureHeight: number;
  /** View pixels per picture pixel, at most 1. */
  readonly scale: number;
  /** Of the view's corner in the picture, picture pixels. */
  readonly left: number;
  readonly top: number;
  readonly luma: Plane;
  /** What the spectrum was taken of, see whitening.ts. */
  readonly whitened: Plane;
  /** Made when it is first asked for. */
  readonly spectrum: PictureSpectrum;
  readonly logPolar: () => LogPolarSpectrum;
}

export interface PictureAnalysis {
  /** The whole picture, reduced to `VIEW_SIDE_MAX` if it is larger. */
  whole(): PictureView;
  /** Rectangles of the picture at its own scale, the most textured first; empty if `whole()` is at that scale already. */
  windows(): readonly (() => PictureView)[];
}

export function analysePicture(source: LumaSource): PictureAnalysis {
  const luma = rowsOf(source);
  return {
    whole: once(() => {
      const { plane, scale } = reduceToView(luma);
      return viewOf(luma, plane, scale, WHOLE);
    }),
    windows: once(() =>
      mostTexturedWindows(luma).map((window) => once(() => viewOf(luma, cutOutRows(luma, window), 1, window))),
    ),
  };
}

/** The picture reduced so that its longest side fits a view, and by how much. */
export function reduceToView(luma: RowSource): { readonly plane: Plane; readonly scale: number } {
  const scale = Math.min(1, VIEW_SIDE_MAX / Math.max(luma.width, luma.height));
  if (scale === 1) return { plane: wholePlane(luma), scale };
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { plane: reduceRows(luma, side(luma.width), side(luma.height)), scale };
}

const WHOLE = { left: 0, top: 0 };

function viewOf(
  picture: RowSource,
  shown: Plane,
  scale: number,
  { left, top }: Pick<Rectangle, 'left' | 'top'>,
): PictureView {
  const whitened = whiten(shown);
  const spectrum = once(() => pictureSpectrum(whitened));
  return {
    pictureWidth: picture.width,
    pictureHeight: picture.height,
    scale,
    left,
    top,
    luma: shown,
    whitened,
    get spectrum() {
      return spectrum();
    },
    logPolar: once(() => logPolarSpectrum(spectrum().power)),
  };
}

/** Windows of a large picture that are searched: more cost time and add little. */
const WINDOWS_MAX = 3;

/**
 * The picture cut into equal windows of at most `VIEW_SIDE_MAX`, those with the most fine detail first: the mark is
 * strongest where the picture hides it best.
 */
function mostTexturedWindows(luma: RowSource): Rectangle[] {
  const columns = Math.ceil(luma.width / VIEW_SIDE_MAX);
  const rows = Math.ceil(luma.height / VIEW_SIDE_MAX);
  if (columns * rows === 1) return [];
  const width = Math.min(luma.width, VIEW_SIDE_MAX);
  const height = Math.min(luma.height, VIEW_SIDE_MAX);
  const windows: { readonly window: Rectangle; readonly activity: number }[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const left = columns === 1 ? 0 : Math.round((column * (luma.width - width)) / (columns - 1));
      const top = rows === 1 ? 0 : Math.round((row * (luma.height - height)) / (rows - 1));
      const window = { left, top, width, height };
      windows.push({ window, activity: textureActivity(luma, window) });
    }
  windows.sort((a, b) => b.activity - a.activity);
  return windows.slice(0, WINDOWS_MAX).map(({ window }) => window);
}

/** ln(1 + d) for differences of luma d in steps of 1 / 64: a logarithm each would take most of the time. */
const LOG_STEPS = 64;
const LOGARITHMS = Float32Array.from({ length: 255 * LOG_STEPS + 2 }, (_, i) => Math.log1p(i / LOG_STEPS));

/** Mean of ln(1 + |horizontal difference|) on every fourth pixel: the logarithm favours texture over a few hard edges. */
function textureActivity(luma: RowSource, { left, top, width, height }: Rectangle): number {
  const row = new Float32Array(width);
  let sum = 0;
  for (let y = top; y < top + height; y += 4) {
    if (luma.raster && luma.raster.channels >= 3) {
      sum += sumOfLogarithms(luma.raster, y, left, width);
      continue;
    }
    luma.read(y, left, width, row, 0);
    for (let x = 0; x + 1 < width; x += 4) sum += logarithmOf((row[x + 1] as number) - (row[x] as number));
  }
  return sum / (Math.ceil((width - 1) / 4) * Math.ceil(height / 4));
}

function logarithmOf(difference: number): number {
  return LOGARITHMS[(LOG_STEPS * Math.abs(difference) + 0.5) | 0] as number;
}

/** Of one row of a picture of colours: only the two pixels of each fourth difference are weighed. */
function sumOfLogarithms(
  { data, channels, depth, width: pitch }: Raster,
  y: number,
  left: number,
  width: number,
): number {
  const scale = depth === 16 ? 1 / 257 : 1;
  const [r, g, b] = [LUMA_WEIGHTS[0] * scale, LUMA_WEIGHTS[1] * scale, LUMA_WEIGHTS[2] * scale];
  let sum = 0;
  for (let x = 0, p = (y * pitch + left) * channels; x + 1 < width; x += 4, p += 4 * channels) {
    const q = p + channels;
    sum += logarithmOf(
      r * ((data[q] as number) - (data[p] as number)) +
        g * ((data[q + 1] as number) - (data[p + 1] as number)) +
        b * ((data[q + 2] as number) - (data[p + 2] as number)),
    );
  }
  return sum;
}
