/**
 * The null model of a comparison: nothing was done to the whole picture but what a codec, a resampling or a mark does. Where the two
 * pictures agree as they are, no fit of tone, light, bend or displacement can make them agree better by more than noise, and all of them
 * together take most of a comparison's time. What still differs locally is looked for in the same way; if anything does, the comparison
 * begins anew with all explanations, so that nobody is accused for want of one.
 * See docs/decisions/0016-global-edits.md.
 * @module
 */
import type { ColourPlanes } from './registeredColour.ts';

/** Windows whose means are compared, px of the working picture: the noise of a JPEG of quality 30 is a level or two in their mean. */
const WINDOW_PX = 16;
/** Least part of a window that must be comparable. */
const COMPARABLE_MIN = 0.5;
/**
 * What the difference of a window's mean may be in the channel where it is largest, levels: in half of the windows, in nine of ten, and in
 * every one. JPEG of quality 50 reaches 1.2, 2.1 and 8.7; a change of tone or light that can be seen 4, 11 and 14; content that was replaced 20 and more.
 */
const MOST = { half: 1.5, nineOfTen: 3.5, every: 10 } as const;

/**
 * @param query, reference on one grid, low-passed; levels 0..255
 * @param inside 1 where both can be compared
 * @returns whether the two agree as they are, but for noise
 */
export function agreeAsTheyAre(query: ColourPlanes, reference: ColourPlanes, inside: Uint8Array): boolean {
  const differences: number[] = [];
  for (let y = 0; y + WINDOW_PX <= query.height; y += WINDOW_PX)
    for (let x = 0; x + WINDOW_PX <= query.width; x += WINDOW_PX) {
      const difference = meanDifference(query, reference, inside, { x, y });
      if (difference === null) continue;
      if (difference > MOST.every) return false;
      differences.push(difference);
    }
  if (differences.length === 0) return false;
  differences.sort((a, b) => a - b);
  const ofAll = (fraction: number): number => differences[Math.floor(fraction * (differences.length - 1))] as number;
  return ofAll(0.5) <= MOST.half && ofAll(0.9) <= MOST.nineOfTen;
}

/** Of the channel that differs most; null if too little of the window can be compared. */
function meanDifference(
  query: ColourPlanes,
  reference: ColourPlanes,
  inside: Uint8Array,
  at: { readonly x: number; readonly y: number },
): number | null {
  const [red, green, blue] = query.channels;
  const [redBefore, greenBefore, blueBefore] = reference.channels;
  let [count, r, g, b] = [0, 0, 0, 0];
  for (let y = at.y; y < at.y + WINDOW_PX; y++)
    for (let x = at.x, i = y * query.width + x; x < at.x + WINDOW_PX; x++, i++) {
      if (inside[i] === 0) continue;
      count++;
      r += (red[i] as number) - (redBefore[i] as number);
      g += (green[i] as number) - (greenBefore[i] as number);
      b += (blue[i] as number) - (blueBefore[i] as number);
    }
  if (count < COMPARABLE_MIN * WINDOW_PX ** 2) return null;
  return Math.max(Math.abs(r), Math.abs(g), Math.abs(b)) / count;
}
