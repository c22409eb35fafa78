/**
 * What one ink of one opacity makes of the pixels below it, by channel,
 *     q = g r + o,   o = (1 - g) c
 * with transparency g and colour c: the line through two pixels, the one that most lie on, and the one of least squares.
 * @module
 */
import type { Colour } from './graphicColour.ts';
import { colourAt, meanAt, type RegionPixels } from './regionPixels.ts';

/** Above it too little ink is left to tell it from a change of tone. */
export const TRANSPARENCY_MAX = 0.8;
/** Below it the layer is as good as opaque, and its colour known. */
const TRANSPARENCY_MIN = 0.06;
/** Squared distance of two pixels of the stored picture that can fix a transparency, the sum over the channels, levels^2. */
export const SPREAD_MIN = 900;
/** Variance of the stored picture, the sum over its channels, levels^2, below which its pixels refine no transparency. */
const PLAIN_MAX = 100;
/** Variance from which they tell it as well as two pixels do that can fix one: that of two colours as far apart, half of each. */
const TELLING_MIN = SPREAD_MIN / 4;
/** Of the variance seen through a layer of grey or of a colour so much is not the stored picture's. */
const UNSEEN_MAX = 0.1;
/** What is seen must stand out from the noise that is allowed for: else flat paint is seen through, too, variance. */
const SEEN_MIN = 4;
/** Draws of two pixels: a line that holds a tenth of all is missed once in four thousand. */
const DRAWS = 80;
/** Pixels that a draw is tried on. */
const SAMPLES_MAX = 1000;
const REFINEMENTS = 3;
/** The plastic number, the real root of x^3 = x + 1. */
const PLASTIC = 1.324717957244746;

/** q = g r + o. */
export interface Line {
  readonly g: number;
  readonly o: Colour;
  /** Told by the hue of one pixel, since the stored picture is plain there. */
  readonly isOfPlain?: boolean;
}

export const inkOf = ({ g, o }: Line): Colour => {
  const full = (value: number): number => Math.min(255, Math.max(0, value / (1 - g)));
  return [full(o[0]), full(o[1]), full(o[2])];
};

export function residual({ query, reference }: RegionPixels, { g, o }: Line, i: number): Colour {
  const [q, r] = [colourAt(query, i), colourAt(reference, i)];
  return [q[0] - g * r[0] - o[0], q[1] - g * r[1] - o[1], q[2] - g * r[2] - o[2]];
}

/** The draw-th of pairs that fill the square of all pairs evenly: the additive recurrence R2 (Roberts 2018). */
function pairAt(draw: number, from: readonly number[]): readonly [number, number] {
  const at = (ratio: number): number => from[Math.floor(((0.5 + draw * ratio) % 1) * from.length)] as number;
  return [at(1 / PLASTIC), at(1 / PLASTIC ** 2)];
}

/** The translucent line through two pixels; null if they say nothing of it. */
export function through(
  { query, reference }: Pick<RegionPixels, 'query' | 'reference'>,
  a: number,
  b: number,
): Line | null {
  const [qa, qb, ra, rb] = [colourAt(query, a), colourAt(query, b), colourAt(reference, a), colourAt(reference, b)];
  const g = transparencyOf([qa, ra], [qb, rb]);
  if (g === null) return null;
  const mean = (c: 0 | 1 | 2): number => (qa[c] + qb[c] - g * (ra[c] + rb[c])) / 2;
  return { g, o: [mean(0), mean(1), mean(2)] };
}

/** The slope from one pair of a submitted and a stored colour to another, least squares over the channels; null if it is none of ink. */
export function transparencyOf(
  [qa, ra]: readonly [Colour, Colour],
  [qb, rb]: readonly [Colour, Colour],
): number | null {
  let product = 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const step = (ra[c] as number) - (rb[c] as number);
    product += step * ((qa[c] as number) - (qb[c] as number));
    square += step * step;
  }
  const g = product / square;
  return square < SPREAD_MIN || g < TRANSPARENCY_MIN || g > TRANSPARENCY_MAX ? null : g;
}

/**
 * The line that most pixels lie on, by random sample consensus (Fischler and Bolles 1981); null if there is none.
 * @param linesAt those that two pixels may lie on
 */
export function consensus(
  left: readonly number[],
  fits: (line: Line, i: number) => boolean,
  linesAt: (a: number, b: number) => readonly Line[],
): Line | null {
  const step = Math.max(1, Math.floor(left.length / SAMPLES_MAX));
  const samples = left.filter((_, k) => k % step === 0);
  let best: Line | null = null;
  let most = 0;
  for (let draw = 0; draw < DRAWS; draw++)
    for (const line of linesAt(...pairAt(draw, left))) {
      let count = 0;
      for (const i of samples) if (fits(line, i)) count++;
      if (count > most) [best, most] = [line, count];
    }
  return best;
}

/** Least squares over the pixels that fit, again and again. */
export function refined(
  { query, reference }: RegionPixels,
  drawn: Line,
  left: readonly number[],
  fits: (line: Line, i: number) => boolean,
): Line {
  let line = drawn;
  for (let k = 0; k < REFINEMENTS; k++) {
    const members = left.filter((i) => fits(line, i));
    if (members.length === 0) return line;
    const mq: Colour = [meanAt(query[0], members), meanAt(query[1], members), meanAt(query[2], members)];
    const mr: Colour = [meanAt(reference[0], members), meanAt(reference[1], members), meanAt(reference[2], members)];
    let product = 0;
    let square = 0;
    for (const i of members)
      for (let c = 0; c < 3; c++) {
        const step = (reference[c]?.[i] as number) - (mr[c] as number);
        product += step * ((query[c]?.[i] as number) - (mq[c] as number));
        square += step * step;
      }
    const isPlain = square < PLAIN_MAX * members.length;
    const g = line.g === 0 || isPlain ? line.g : Math.min(TRANSPARENCY_MAX, Math.max(0, product / square));
    const isOfPlain = line.isOfPlain === true && square < TELLING_MIN * members.length;
    line = { g, o: [mq[0] - g * mr[0], mq[1] - g * mr[1], mq[2] - g * mr[2]], isOfPlain };
  }
  return line;
}

/**
 * Does the stored picture, by its contrast, explain what the submitted one shows there, as it does of nothing that was blurred or replaced?
 * @param noise standard deviation of what else may be off, levels
 */
export function isSeenThrough(pixels: RegionPixels, line: Line, members: readonly number[], noise = 0): boolean {
  let [left, square] = [0, 0];
  const mean = pixels.reference.map((plane) => meanAt(plane, members));
  for (const i of members) {
    const off = residual(pixels, line, i);
    for (const c of [0, 1, 2] as const) {
      left += off[c] ** 2;
      square += ((pixels.reference[c][i] as number) - (mean[c] as number)) ** 2;
    }
  }
  const ofNoise = 3 * noise ** 2 * members.length;
  const seen = line.g ** 2 * square;
  return square >= TELLING_MIN * members.length && seen >= SEEN_MIN * ofNoise && left <= UNSEEN_MAX * seen + ofNoise;
}
