/**
 * The steps that a codec of 8 x 8 blocks rounded a picture's luma with, told by the picture itself: after JPEG the coefficients of each
 * frequency lie at multiples of one step, but for the rounding of samples. Of a frequency the largest step counts that nearly all of its
 * coefficients are multiples of.
 * Source: Fan, de Queiroz 2003 (identification of bitmap compression history).
 * @module
 */

/** Coefficients of one block, by vertical, then horizontal frequency. */
export const BLOCK_SIDE = 8;
export const FREQUENCIES = BLOCK_SIDE * BLOCK_SIDE;

/** Smaller coefficients may be rounding of samples alone, levels. */
const COEFFICIENT_MIN = 1.5;
/** Frequencies with fewer larger ones were rounded away, or say nothing. */
const COEFFICIENTS_MIN = 4;
const [STEP_MIN, STEP_MAX] = [2, 140];
/** How far a coefficient may lie beside a multiple, levels and part of the step; and how many must not. */
const BESIDE_MAX = 1.25;
const BESIDE_PART_MAX = 0.25;
const MULTIPLES_MIN = 0.8;
/** Bins of the histogram for each level. */
const BINS = 4;
const LEVEL_MAX = 600;
/** Half a level. */
const CLOSE_BINS = BINS / 2;

export interface BlockSteps {
  /** Of each frequency: 0 where no step was found, infinite where nothing is left of it. That of the mean says nothing. */
  readonly steps: Float32Array;
  /** Of the frequencies of which something is left, those with a step, 0..1; 1 where nothing is left of any. */
  readonly found: number;
}

/** @param coefficients blocks of `FREQUENCIES` each, orthonormal DCT of luma in [0, 255] */
export function blockSteps(coefficients: readonly Float32Array[]): BlockSteps {
  const steps = new Float32Array(FREQUENCIES);
  let [left, stepped] = [0, 0];
  for (let k = 1; k < FREQUENCIES; k++) {
    const step = stepOf(coefficients, k);
    steps[k] = step;
    if (step === Number.POSITIVE_INFINITY) continue;
    left++;
    if (step > 0) stepped++;
  }
  return { steps, found: left === 0 ? 1 : stepped / left };
}

function stepOf(coefficients: readonly Float32Array[], frequency: number): number {
  const histogram = new Uint32Array(BINS * LEVEL_MAX);
  let count = 0;
  for (const block of coefficients) {
    const size = Math.min(LEVEL_MAX - 1, Math.abs(block[frequency] as number));
    if (size <= COEFFICIENT_MIN) continue;
    count++;
    const bin = Math.round(BINS * size);
    histogram[bin] = (histogram[bin] as number) + 1;
  }
  if (count < COEFFICIENTS_MIN) return Number.POSITIVE_INFINITY;
  for (let step = Math.min(STEP_MAX, largestStep(histogram, count)); step >= STEP_MIN; step--)
    if (multiplesOf(step, histogram, near(step)) >= MULTIPLES_MIN * count) return sharpest(step, histogram);
  return 0;
}

/** All but a few coefficients are a step large at least. */
function largestStep(histogram: Uint32Array, count: number): number {
  let smaller = 0;
  for (let bin = 0; bin < histogram.length; bin++) {
    smaller += histogram[bin] as number;
    if (smaller > (1 - MULTIPLES_MIN) * count) return Math.ceil(bin / BINS + BESIDE_MAX);
  }
  return STEP_MAX;
}

const near = (step: number): number => Math.floor(BINS * Math.min(BESIDE_MAX, BESIDE_PART_MAX * step));

/** Of a step and those just below, whose multiples lie near as well, the one that most coefficients lie close to. */
function sharpest(step: number, histogram: Uint32Array): number {
  const few = [step, step - 1, step - 2].filter((one) => one >= STEP_MIN);
  const counts = few.map((one) => multiplesOf(one, histogram, CLOSE_BINS));
  return few[counts.indexOf(Math.max(...counts))] as number;
}

/** How many coefficients lie within some bins of multiples of a step, zero left out. */
function multiplesOf(step: number, histogram: Uint32Array, beside: number): number {
  let count = 0;
  for (let middle = BINS * step; middle < histogram.length; middle += BINS * step)
    for (let bin = middle - beside; bin <= middle + beside; bin++) count += histogram[bin] ?? 0;
  return count;
}
