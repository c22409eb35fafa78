/**
 * Detail that was displaced, coarsened or replaced by other detail of the same mean passes for strokes: it is as thin, and each of its pixels
 * is lighter or darker than before. But it is both in equal parts, has no ink, and is hardly sharper than what was there. With d = Y(q) - Y(r) over the pixels D that
 * differ, and I those of them that are ink,
 *     max(sum d+, sum d-) < BALANCE_MAX sum |d|   and   |I| < INK_MIN |D|.
 * Who draws takes one ink, which lightens or darkens; two inks, letters and their outline, are found as ink, or make the place sharper by far.
 * @module
 */
import { lumaOf } from './graphicColour.ts';
import { colourAt, type RegionPixels } from './regionPixels.ts';

const BALANCE_MAX = 0.65;
const INK_MIN = 0.1;
/** Fewer pixels are not balanced but by chance. */
const PIXELS_MIN = 60;

/** @param ink 1 on ink in colours of its own */
export function isBalancedDetail({ query, reference, differs, differing }: RegionPixels, ink: Uint8Array): boolean {
  if (differing < PIXELS_MIN) return false;
  let lighter = 0;
  let darker = 0;
  let inked = 0;
  for (let i = 0; i < differs.length; i++) {
    if (differs[i] === 0) continue;
    if (ink[i] === 1) inked++;
    const added = lumaOf(colourAt(query, i)) - lumaOf(colourAt(reference, i));
    if (added > 0) lighter += added;
    else darker -= added;
  }
  return Math.max(lighter, darker) < BALANCE_MAX * (lighter + darker) && inked < INK_MIN * differing;
}
