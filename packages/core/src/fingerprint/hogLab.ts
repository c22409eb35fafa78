/**
 * The 768 numbers of `clip_embedding`: where a picture's edges run (576) and where its colours lie (192).
 *     e = unit( unit(sqrt(unit(hog)) - m), unit(sign(lab) sqrt|lab|) ),
 * m being the mean of sqrt(unit(hog)) over the training photos: what every photo shares says nothing.
 * Compared by cosine. Measured choices (cell size, root, mean, weights): docs/decisions/0003-fingerprints.md.
 * @module
 */
import { firstAxis, norm, scaleToUnit } from '../signal/unitVector.ts';
import type { Canvas } from './canvas.ts';
import { HOG_LENGTH, hogLayout } from './hogLayout.ts';
import { HOG_ROOT_MEAN } from './hogMean.ts';
import { LAB_LENGTH, labLayout } from './labLayout.ts';

export const HOG_LAB_LENGTH = HOG_LENGTH + LAB_LENGTH;

/**
 * Largest gradient energy, and largest colour energy, that count as nothing: about one grey level over one cell. Below
 * it a picture is flat and what is left is the rounding of its encoder.
 */
const HOG_NORM_MIN = 16;
const LAB_NORM_MIN = 1;

/** Unit length, always; a picture without edges and without colours becomes the first axis. */
export function hogLab(canvas: Canvas): Float32Array {
  const out = new Float32Array(HOG_LAB_LENGTH);
  const edges = rootHog(canvas);
  if (edges) {
    for (let i = 0; i < HOG_LENGTH; i++) edges[i] = (edges[i] as number) - (HOG_ROOT_MEAN[i] as number);
    out.set(scaleToUnit(edges));
  }
  const colours = labLayout(canvas);
  for (let i = 0; i < LAB_LENGTH; i++) {
    const value = colours[i] as number;
    colours[i] = Math.sign(value) * Math.sqrt(Math.abs(value));
  }
  out.set(scaleToUnit(colours, Math.sqrt(LAB_NORM_MIN)), HOG_LENGTH);
  return norm(out) > 0 ? scaleToUnit(out) : firstAxis(HOG_LAB_LENGTH);
}

/** sqrt(unit(hog)); null for a picture without edges. The training script averages it. */
export function rootHog(canvas: Canvas): Float32Array | null {
  const hog = scaleToUnit(hogLayout(canvas), HOG_NORM_MIN);
  if (!hog.some((value) => value > 0)) return null;
  return hog.map(Math.sqrt);
}
