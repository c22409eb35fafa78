/**
 * Erasures: white over what stood on white. Paint in the colour of the ground around it does not show itself as ink does; who whitens a sum on an
 * invoice, a signature or a stain on a wall removes content. A connected area of pixels that are white in the submitted picture and are not in the stored
 * one is an erasure if, of the unchanged pixels within `RING` px of it, nine in ten are white in the stored picture: letters laid over a
 * scene have the scene between them.
 * @module
 */
import { connectedRegions, dilate } from '../regions/morphology.ts';
import { type Colour, isWhite, WHITE_MIN } from './graphicColour.ts';
import { colourAt, type RegionPixels } from './regionPixels.ts';

/** How far from an erased pixel the ground is looked at, px. */
const RING = 4;
const GROUND_MIN = 0.9;
/** The stored picture is not white where a channel is darker by this than white may be, levels. */
const DARKER = 25;

const isDark = ([r, g, b]: Colour): boolean => Math.min(r, g, b) < WHITE_MIN - DARKER;

/** 1 on differing pixels that were whitened. */
export function erasedPixels(pixels: RegionPixels): Uint8Array {
  const { width, height, query, reference, differs } = pixels;
  const whitened = new Uint8Array(differs.length);
  for (let i = 0; i < differs.length; i++)
    if (differs[i] === 1 && isWhite(colourAt(query, i)) && isDark(colourAt(reference, i))) whitened[i] = 1;
  if (!whitened.includes(1)) return whitened;
  const labels = new Int32Array(differs.length);
  const count = connectedRegions(whitened, width, height, new Float32Array(differs.length), labels).length;
  const [ring, ground] = ringsOf(pixels, labels, count, dilate(whitened, width, height, RING));
  for (let i = 0; i < whitened.length; i++) {
    const label = labels[i] as number;
    if (label !== 0 && (ground[label] as number) < GROUND_MIN * Math.max(1, ring[label] as number)) whitened[i] = 0;
  }
  return whitened;
}

/**
 * Unchanged pixels near each label that the stored picture has, and those of them that are white in it; by label.
 * @param isNear 1 where a label is within `RING` px
 */
function ringsOf(
  { width, height, reference, covered, differs }: RegionPixels,
  labels: Int32Array,
  count: number,
  isNear: Uint8Array,
): readonly [Int32Array, Int32Array] {
  const [ring, ground] = [new Int32Array(count + 1), new Int32Array(count + 1)];
  const near = new Set<number>();
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (isNear[i] === 0 || differs[i] === 1 || covered[i] === 0) continue;
      near.clear();
      for (let v = Math.max(0, y - RING); v <= Math.min(height - 1, y + RING); v++)
        for (let u = Math.max(0, x - RING); u <= Math.min(width - 1, x + RING); u++) {
          const label = labels[v * width + u] as number;
          if (label !== 0) near.add(label);
        }
      const isGround = isWhite(colourAt(reference, i));
      for (const label of near) {
        ring[label] = (ring[label] as number) + 1;
        if (isGround) ground[label] = (ground[label] as number) + 1;
      }
    }
  return [ring, ground];
}
