/**
 * Veils: black of one opacity over an area, q = g r. A box behind a subtitle or a player's button is one, and so is a place of the scene
 * that was made darker, a face, a coat, a shadow that never fell: the product is the same. What tells them is that what is drawn shows itself, by its outline or by
 * what is drawn on it. With V the pixels of the layers of black, closed over the letters on them, a veil is bare if the scene is seen through it and
 *     |unchanged pixels in the box around V| > BESIDE_MAX |that box|   and   |paint| < CARRIED_MIN |V|,
 * paint being the pixels that are white or strongly coloured, and either inside V and lighter than the veil makes the stored picture there, or
 * differing and lighter than that itself: who darkens a place draws nothing on it. White needs no such test: no shadow takes a place towards white.
 * @module
 */
import { areaOf } from '../regions/masks.ts';
import { close, fillHoles, open } from '../regions/morphology.ts';
import { isBlack, isGraphicColour, lumaOf } from './graphicColour.ts';
import type { InkLayer } from './inkLayers.ts';
import { colourAt, type RegionPixels } from './regionPixels.ts';

/** Letters on a veil are closer to each other than twice this, and belong to it; what is missing of it by coding is narrower than twice that, px. */
const GAP = { letters: 6, coding: 2 } as const;
/** An area holds a square of this part of the root of its size over more than half of itself; words do not, however large their letters. */
const COMPACT = 0.3;
/** Of its box a rectangle with rounded corners leaves less, an ellipse 1 - pi / 4 = 0.21. */
const BESIDE_MAX = 0.1;
/** Paint, and what is no part of the veil, is lighter than the veil makes it by this, levels: edges that were coded are by less. */
const LIGHTER_MIN = 25;
/** Of the veil, what paint takes at least: two letters on a box. */
const CARRIED_MIN = 0.02;
/** Ink through which a place looks darkened, as black is: luma, levels. Lighter ink lifts what is black, as no shadow does. */
const DARK_MAX = 64;
/** Slope and correlation of the submitted luma on the stored from which the scene is seen through what is nearly black. */
const SEEN_MIN = { slope: 0.06, correlation: 0.5 } as const;

/** Does ink merely make an area darker, with nothing drawn on it and no outline of a box? */
export function hasBareVeil(pixels: RegionPixels, layers: readonly InkLayer[]): boolean {
  const { width, height, differs } = pixels;
  const black = layers.filter(({ ink, transparency }) => isBlack(ink) || (transparency > 0 && lumaOf(ink) <= DARK_MAX));
  const mask = new Uint8Array(differs.length);
  for (const { members } of black) for (const i of members) mask[i] = 1;
  const veil = fillHoles(close(mask, width, height, GAP.letters), width, height);
  const seen = seenThrough(pixels, veil) ?? black.find(({ transparency }) => transparency > 0)?.transparency ?? 0;
  if (seen === 0 || isBox(pixels, mask, seen)) return false;
  const area = fillHoles(close(mask, width, height, GAP.coding), width, height);
  return isCompact(area, width, height) && paintOn(pixels, veil, seen) < CARRIED_MIN * areaOf(veil);
}

/** g by the regression of the submitted luma on the stored one where they differ; null where they are not that much alike. */
function seenThrough({ query, reference, differs }: RegionPixels, veil: Uint8Array): number | null {
  let [n, q, r, qq, rr, qr] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < veil.length; i++) {
    if (veil[i] === 0 || differs[i] === 0) continue;
    const [a, b] = [lumaOf(colourAt(query, i)), lumaOf(colourAt(reference, i))];
    n++;
    q += a;
    r += b;
    qq += a * a;
    rr += b * b;
    qr += a * b;
  }
  if (n === 0) return null;
  const [varianceQ, varianceR, covariance] = [qq - (q * q) / n, rr - (r * r) / n, qr - (q * r) / n];
  const isAlike = covariance > SEEN_MIN.correlation * Math.sqrt(varianceQ * varianceR);
  return isAlike && covariance >= SEEN_MIN.slope * varianceR ? Math.min(1, covariance / varianceR) : null;
}

function isCompact(mask: Uint8Array, width: number, height: number): boolean {
  const area = areaOf(mask);
  const radius = Math.max(1, Math.floor((COMPACT * Math.sqrt(area)) / 2));
  return 2 * areaOf(open(mask, width, height, radius)) > area;
}

/** Is hardly any pixel of the box around the mask left as it was? Of a dark pixel nobody can say. */
function isBox({ width, query, reference, differs }: RegionPixels, mask: Uint8Array, seen: number): boolean {
  let [left, right, top, bottom] = [width, -1, mask.length, -1];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), y];
  }
  let beside = 0;
  for (let y = top; y <= bottom; y++)
    for (let x = left, i = y * width + left; x <= right; x++, i++)
      if (differs[i] === 0 && isLighter(lumaOf(colourAt(query, i)), seen * lumaOf(colourAt(reference, i)))) beside++;
  return beside <= BESIDE_MAX * (right - left + 1) * (bottom - top + 1);
}

const isLighter = (luma: number, than: number): boolean => luma >= than + LIGHTER_MIN;

/** Number of pixels that are paint. */
function paintOn({ query, reference, differs }: RegionPixels, veil: Uint8Array, seen: number): number {
  let count = 0;
  for (let i = 0; i < differs.length; i++) {
    if (veil[i] === 0 && differs[i] === 0) continue;
    const colour = colourAt(query, i);
    const stored = lumaOf(colourAt(reference, i));
    if (isGraphicColour(colour) && isLighter(lumaOf(colour), veil[i] === 1 ? seen * stored : stored)) count++;
  }
  return count;
}
