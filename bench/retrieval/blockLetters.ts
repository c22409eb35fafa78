import type { RgbPicture } from './rgbPicture.ts';
import type { Random } from '../verdict/random.ts';

/** Cells of one letter: 5 wide, 7 high, and one empty column behind it. */
const LETTER_WIDTH = 5;
const LETTER_HEIGHT = 7;

/**
 * Writes `count` made-up letters (random 5 x 7 blocks, about half filled) with one corner at (x, y). What they say is
 * of no matter to a fingerprint; their strokes and size are those of a caption.
 * @param cell side of a block in pixels
 */
export function writeBlockLetters(
  picture: RgbPicture,
  x: number,
  y: number,
  cell: number,
  count: number,
  colour: readonly [number, number, number],
  random: Random,
): void {
  for (let letter = 0; letter < count; letter++)
    for (let row = 0; row < LETTER_HEIGHT; row++)
      for (let column = 0; column < LETTER_WIDTH; column++)
        if (random.uniform() < 0.5)
          fill(picture, x + (letter * (LETTER_WIDTH + 1) + column) * cell, y + row * cell, cell, colour);
}

function fill(picture: RgbPicture, x: number, y: number, side: number, colour: readonly [number, number, number]) {
  const left = Math.max(0, Math.round(x));
  const right = Math.min(picture.width, Math.round(x + side));
  const bottom = Math.min(picture.height, Math.round(y + side));
  for (let j = Math.max(0, Math.round(y)); j < bottom; j++)
    for (let i = left; i < right; i++) picture.data.set(colour, (j * picture.width + i) * 3);
}
