/**
 * A veil around the picture: black or white that leaves a part of it as it was and grows thicker from there outwards, as vignettes do whose corners are
 * gone, and spotlights that dim all else,
 *     q = g(x, y) r + (1 - g(x, y)) c.
 * In cells, g is the slope of q - c over r - c, least squares with those around; between cells it is interpolated. It is taken for a veil only if it is
 * thick somewhere, falls along every way outwards, and explains nearly all of what is seen under it: what was replaced is no paler copy of what was
 * there, and stays to be judged.
 * @module
 */
import type { Size } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
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
  readonly columns: number;
  readonly rows: number;
  readonly seen: Float64Array;
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
    const cells = cellsOf(query, laid, ink, 1);
    const seen = refined(query, laid, ink, seenBetween(cells, query));
    if (!isExplained(query, laid, ink, seen, cells)) continue;
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
  readonly counts: Float64Array;
  readonly products: Float64Array;
  readonly squares: Float64Array;
}

function sumsOf(
  query: ColourPlanes,
  laid: WarpedReference,
  ink: number,
  stride: number,
  before: Float32Array | null,
): Sums {
  const { width, height } = query;
  const columns = Math.ceil(width / CELL);
  const [counts, products, squares] = [0, 1, 2].map(() => new Float64Array(columns * Math.ceil(height / CELL))) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let c = 0; c < 3; c++) {
    const [seen, stored] = [query.channels[c] as Float32Array, laid.channels[c] as Float32Array];
    for (let y = 0; y < height; y += stride)
      for (let x = 0, i = y * width; x < width; x += stride, i += stride) {
        if (laid.covered[i] === 0) continue;
        const cell = Math.trunc(y / CELL) * columns + Math.trunc(x / CELL);
        const r = (stored[i] as number) - ink;
        const known = before === null ? 0 : (before[i] as number) * r;
        counts[cell] = (counts[cell] as number) + 1;
        products[cell] = (products[cell] as number) + r * ((seen[i] as number) - ink - known);
        squares[cell] = (squares[cell] as number) + r * r;
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
  const [columns, rows] = [Math.ceil(query.width / CELL), Math.ceil(query.height / CELL)];
  const { counts, products, squares } = sumsOf(query, laid, ink, stride, before);
  const tells = Uint8Array.from(squares, (square, k) =>
    square >= TELLING_MIN ** 2 * Math.max(1, counts[k] as number) ? 1 : 0,
  );
  const around = (sums: Float64Array): Float64Array => binomial(sums, columns, rows);
  const [upper, lower] = [around(products), around(squares)];
  // Where little tells, what lies farther around does.
  const [upperFar, lowerFar] = [around(around(around(upper))), around(around(around(lower)))];
  const seen = upper.map((value, k) => {
    const [near, far] = [lower[k] as number, lowerFar[k] as number];
    if (far === 0) return before === null ? 1 : 0;
    return near > FAR_MAX * far ? value / near : (upperFar[k] as number) / far;
  });
  return { columns, rows, seen, tells };
}

/** Means with the neighbours, 1 2 1 both ways. */
function binomial(sums: Float64Array, columns: number, rows: number): Float64Array {
  const pass = (from: Float64Array, count: number, step: number, placeOf: (k: number) => number): Float64Array =>
    from.map((value, k) => {
      const place = placeOf(k);
      const before = place > 0 ? (from[k - step] as number) : 0;
      const after = place + 1 < count ? (from[k + step] as number) : 0;
      return (before + 2 * value + after) / 4;
    });
  const across = pass(sums, columns, 1, (k) => k % columns);
  return pass(across, rows, columns, (k) => Math.floor(k / columns));
}

/** What the clearest part of the picture is seen by; null if that is not nearly its tone. */
function plateauOf({ seen, tells }: Cells): number | null {
  const told = Float32Array.from(seen.filter((_, k) => tells[k] === 1));
  if (told.length === 0) return null;
  const plateau = ranked(told, Math.floor(PLATEAU * (told.length - 1))) as number;
  return plateau < 1 / GAIN_MAX || plateau > GAIN_MAX ? null : plateau;
}

function isVeil({ columns, rows, seen, tells }: Cells, plateau: number): boolean {
  const told = seen.filter((_, k) => tells[k] === 1);
  const veiled = told.reduce((sum, g) => sum + (g < KEPT_MIN * plateau ? 1 : 0), 0);
  if (veiled < VEILED_MIN * told.length || veiled > VEILED_MAX * told.length) return false;
  if ((ranked(Float32Array.from(told), Math.floor(THICK_AT * told.length)) as number) > THICK_MAX * plateau)
    return false;
  let [middleX, middleY, clear] = [0, 0, 0];
  for (let k = 0; k < seen.length; k++) {
    if (tells[k] === 0 || (seen[k] as number) < KEPT_MIN * plateau) continue;
    middleX += k % columns;
    middleY += Math.floor(k / columns);
    clear++;
  }
  middleX /= Math.max(1, clear);
  middleY /= Math.max(1, clear);
  let [rising, of] = [0, 0];
  for (let k = 0; k < seen.length; k++) {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    const distance = Math.hypot(x - middleX, y - middleY);
    if (distance < 1) continue;
    const [outX, outY] = [x + Math.round((x - middleX) / distance), y + Math.round((y - middleY) / distance)];
    if (outX < 0 || outY < 0 || outX >= columns || outY >= rows) continue;
    const out = outY * columns + outX;
    if (tells[k] === 0 || tells[out] === 0) continue;
    of++;
    if ((seen[out] as number) > (seen[k] as number) + RISE_MAX * plateau) rising++;
  }
  return of > 0 && rising <= RISING_MAX * of;
}

/** g of every pixel, bilinear between the middles of cells. */
function seenBetween({ columns, rows, seen }: Cells, { width, height }: Size): Float32Array {
  const out = new Float32Array(width * height);
  const placesOf = (side: number, cells: number): { first: number; second: number; fraction: number }[] =>
    Array.from({ length: side }, (_, at) => {
      const place = Math.min(cells - 1, Math.max(0, (at + 0.5) / CELL - 0.5));
      const first = Math.floor(place);
      return { first, second: Math.min(cells - 1, first + 1), fraction: place - first };
    });
  const across = placesOf(width, columns);
  for (const [y, { first, second, fraction }] of placesOf(height, rows).entries())
    for (const [x, column] of across.entries()) {
      const at = (row: number): number => {
        const left = seen[row * columns + column.first] as number;
        return left + column.fraction * ((seen[row * columns + column.second] as number) - left);
      };
      const upper = at(first);
      out[y * width + x] = upper + fraction * (at(second) - upper);
    }
  return out;
}

/** Do most pixels of nearly all cells look as the veil makes them? */
function isExplained(
  query: ColourPlanes,
  laid: WarpedReference,
  ink: number,
  seen: Float32Array,
  { columns, rows }: Cells,
): boolean {
  const { width } = query;
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
