/**
 * A veil around the picture: black or white that leaves a part of it as it was and grows thicker from there outwards, as vignettes do whose corners are
 * gone, and spotlights that dim all else,
 *     q = g(x, y) r + (1 - g(x, y)) c.
 * In cells, g is the slope of q - c over r - c, least squares with those around; between cells it is interpolated. It is taken for a veil only if it is
 * thick somewhere, falls along every way outwards, and explains nearly all of what is seen under it: what was replaced is no paler copy of what was
 * there, and stays to be judged.
 * @module
 */
import { type Plane, plane, type Size } from '../../raster.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { resizeBilinear } from '../../signal/resample/resize.ts';
import type { ColourPlanes, WarpedReference } from './registeredColour.ts';
import type { Veiled } from './veilAcross.ts';

/** Side of a cell, px of the working picture. */
const CELL = 12;
const INKS = [0, 255] as const;
/** Root mean square of r - c in a cell from which it tells g, levels. */
const TELLING_MIN = 24;
/** Part of the telling cells that must be seen as clearly as the clearest, and may be at most: g at the former is 1 but for the picture's tone. */
const PLATEAU = 0.85;
const GAIN_MAX = 1.4;
/** Seen less than this, in units of that, a cell is veiled; somewhere it must be seen less than half. */
const KEPT_MIN = 0.92;
const THICK_MAX = 0.5;
const THICK_AT = 0.05;
/** Of the telling cells so many are veiled. */
const VEILED_MIN = 0.1;
const VEILED_MAX = 0.85;
/** From a cell to the next one outwards g may rise by so much, and by more in so many. */
const RISE_MAX = 0.08;
const RISING_MAX = 0.05;
/** What a pixel may be off by, levels; of a cell so many pixels, and so many of the cells, are what the veil makes of them. */
const TOLERANCE = 12;
const EXPLAINED_MIN = 0.7;
const EXPLAINED_CELLS_MIN = 0.85;
/** What is looked at around a cell, and farther around, standard deviations, cells. */
const NEAR_SIGMA = 0.7;
const FAR_SIGMA = 1.4;
/** A cell of which less tells than this part of what does farther around asks there. */
const FAR_MAX = 1 / 16;
/** Every n-th line and column is looked at first. */
const GLANCE_STRIDE = 4;
/** Rounds of fitting what is left. */
const ROUNDS = 2;
/** Seen less than this, a place is as good as covered: coding takes the rest. */
const HIDDEN_MAX = 0.3;

/** How much is seen, by cells. */
interface Cells {
  /** A sample a cell. */
  readonly seen: Plane;
  /** 1 where the cell itself tells. */
  readonly tells: Uint8Array;
}

/** @returns null if there is no such veil */
export function underVeilAround(query: ColourPlanes, laid: WarpedReference): Veiled | null {
  for (const ink of INKS) {
    // Few pixels tell that there is none.
    const glance = cellsOf(query, laid, ink, GLANCE_STRIDE);
    const plateau = plateauOf(glance);
    if (plateau === null || !isVeil(glance, plateau)) continue;
    const seen = refined(query, laid, ink, seenBetween(cellsOf(query, laid, ink, 1), query));
    if (!isExplained(query, laid, ink, seen)) continue;
    const channels = laid.channels.map((plane) =>
      plane.map((value, i) => ink + ((seen[i] as number) / plateau) * (value - ink)),
    ) as unknown as WarpedReference['channels'];
    const hidden = Uint8Array.from(seen, (g) => (g < HIDDEN_MAX * plateau ? 1 : 0));
    return { laid: { ...laid, channels }, hidden };
  }
  return null;
}

/** What the interpolation leaves is fitted again, in the same way. */
function refined(query: ColourPlanes, laid: WarpedReference, ink: number, seen: Float32Array): Float32Array {
  let g = seen;
  for (let round = 0; round < ROUNDS; round++) {
    const more = seenBetween(cellsOf(query, laid, ink, 1, g), query);
    g = g.map((value, i) => Math.max(0, value + (more[i] as number)));
  }
  return g;
}

/** Of each cell, by its samples of the three channels: their number, sum r' q' and sum r'^2 of r' = r - c and what is left of q' = q - c. */
interface Sums {
  readonly counts: Plane;
  readonly products: Plane;
  readonly squares: Plane;
}

function sumsOf(
  query: ColourPlanes,
  laid: WarpedReference,
  ink: number,
  stride: number,
  before: Float32Array | null,
): Sums {
  const { width, height } = query;
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const [counts, products, squares] = [plane(columns, rows), plane(columns, rows), plane(columns, rows)];
  for (let c = 0; c < 3; c++) {
    const [seen, stored] = [query.channels[c] as Float32Array, laid.channels[c] as Float32Array];
    for (let y = 0; y < height; y += stride)
      for (let x = 0, i = y * width; x < width; x += stride, i += stride) {
        if (laid.covered[i] === 0) continue;
        const cell = Math.trunc(y / CELL) * columns + Math.trunc(x / CELL);
        const r = (stored[i] as number) - ink;
        const known = before === null ? 0 : (before[i] as number) * r;
        counts.data[cell] = (counts.data[cell] as number) + 1;
        products.data[cell] = (products.data[cell] as number) + r * ((seen[i] as number) - ink - known);
        squares.data[cell] = (squares.data[cell] as number) + r * r;
      }
  }
  return { counts, products, squares };
}

/**
 * @param stride every n-th line and column is looked at
 * @param before what is seen as far as that is known; what is told is what is left
 */
function cellsOf(
  query: ColourPlanes,
  laid: WarpedReference,
  ink: number,
  stride: number,
  before: Float32Array | null = null,
): Cells {
  const { counts, products, squares } = sumsOf(query, laid, ink, stride, before);
  const { width, height } = counts;
  const tells = Uint8Array.from(squares.data, (square, k) =>
    square >= TELLING_MIN ** 2 * Math.max(1, counts.data[k] as number) ? 1 : 0,
  );
  const [upper, lower] = [gaussianBlur(products, NEAR_SIGMA).data, gaussianBlur(squares, NEAR_SIGMA).data];
  // Where little tells, what lies farther around does.
  const [upperFar, lowerFar] = [gaussianBlur(products, FAR_SIGMA).data, gaussianBlur(squares, FAR_SIGMA).data];
  const data = upper.map((value, k) => {
    const [near, far] = [lower[k] as number, lowerFar[k] as number];
    if (far === 0) return before === null ? 1 : 0;
    return near > FAR_MAX * far ? value / near : (upperFar[k] as number) / far;
  });
  return { seen: { width, height, data }, tells };
}

/** What the clearest part of the picture is seen by; null if that is not nearly its tone. */
function plateauOf(cells: Cells): number | null {
  const told = toldBy(cells);
  if (told.length === 0) return null;
  const plateau = ranked(told, Math.floor(PLATEAU * (told.length - 1))) as number;
  return plateau < 1 / GAIN_MAX || plateau > GAIN_MAX ? null : plateau;
}

const toldBy = ({ seen, tells }: Cells): Float32Array => seen.data.filter((_, k) => tells[k] === 1);

function isVeil(cells: Cells, plateau: number): boolean {
  const told = toldBy(cells);
  const veiled = told.reduce((sum, g) => sum + (g < KEPT_MIN * plateau ? 1 : 0), 0);
  if (veiled < VEILED_MIN * told.length || veiled > VEILED_MAX * told.length) return false;
  const thickest = ranked(told, Math.floor(THICK_AT * told.length)) as number;
  return thickest <= THICK_MAX * plateau && fallsOutwards(cells, plateau);
}

/** Is less and less seen on every way out from the middle of what is clear? */
function fallsOutwards({ seen: { width, height, data }, tells }: Cells, plateau: number): boolean {
  let [middleX, middleY, clear] = [0, 0, 0];
  for (let k = 0; k < data.length; k++) {
    if (tells[k] === 0 || (data[k] as number) < KEPT_MIN * plateau) continue;
    middleX += k % width;
    middleY += Math.floor(k / width);
    clear++;
  }
  middleX /= Math.max(1, clear);
  middleY /= Math.max(1, clear);
  let [rising, of] = [0, 0];
  for (let k = 0; k < data.length; k++) {
    const [x, y] = [k % width, Math.floor(k / width)];
    const distance = Math.hypot(x - middleX, y - middleY);
    if (distance < 1) continue;
    const [outX, outY] = [x + Math.round((x - middleX) / distance), y + Math.round((y - middleY) / distance)];
    if (outX < 0 || outY < 0 || outX >= width || outY >= height) continue;
    const out = outY * width + outX;
    if (tells[k] === 0 || tells[out] === 0) continue;
    of++;
    if ((data[out] as number) > (data[k] as number) + RISE_MAX * plateau) rising++;
  }
  return of > 0 && rising <= RISING_MAX * of;
}

/** g of every pixel, bilinear between the middles of cells. */
function seenBetween({ seen }: Cells, { width, height }: Size): Float32Array {
  // The last cells reach beyond the picture.
  const whole = resizeBilinear(seen, CELL * seen.width, CELL * seen.height);
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) out.set(whole.data.subarray(y * whole.width, y * whole.width + width), y * width);
  return out;
}

/** Do most pixels of nearly all cells look as the veil makes them? */
function isExplained(query: ColourPlanes, laid: WarpedReference, ink: number, seen: Float32Array): boolean {
  const { width, height } = query;
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const fitting = new Int32Array(columns * rows);
  const counts = new Int32Array(columns * rows);
  for (let i = 0; i < seen.length; i++) {
    if (laid.covered[i] === 0) continue;
    const cell = Math.floor(i / width / CELL) * columns + Math.floor((i % width) / CELL);
    const g = seen[i] as number;
    const off = (c: number): number =>
      Math.abs((query.channels[c]?.[i] as number) - ink - g * ((laid.channels[c]?.[i] as number) - ink));
    counts[cell] = (counts[cell] as number) + 1;
    if (off(0) <= TOLERANCE && off(1) <= TOLERANCE && off(2) <= TOLERANCE)
      fitting[cell] = (fitting[cell] as number) + 1;
  }
  let [explained, of] = [0, 0];
  for (let k = 0; k < counts.length; k++) {
    if (counts[k] === 0) continue;
    of++;
    if ((fitting[k] as number) >= EXPLAINED_MIN * (counts[k] as number)) explained++;
  }
  return explained >= EXPLAINED_CELLS_MIN * of;
}
