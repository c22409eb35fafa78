/**
 * A tile repeated periodically over a picture, and the adjoint, folding. With t the tile of `tileSide` samples and `scale`
 * pixels to a sample, by cubic interpolation (Keys 1981, a = -1/2):
 *     repeat: p[y, x] = sum_ji a_j(y) a_i(x) t[j, i],   a = weights around (x + 1/2) / scale - 1/2, modulo the side;
 *     fold:   f[j, i] = sum_yx a_j(y) a_i(x) z[y, x].
 * The Fourier coefficients of f are those of z at the mark's carriers, so reading at a known map takes one sweep over the
 * picture and no transform of it. Both go columns after rows, so a pixel costs four multiplications, or one where a
 * sample is a pixel.
 * @module
 */

/** One direction: for each of `length` pixels the first of four tile samples and their weights. */
interface Taps {
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

export interface TileGrid {
  readonly tileSide: number;
  readonly width: number;
  readonly height: number;
  readonly columns: Taps;
  readonly rows: Taps;
  /** Whether a sample is a pixel, so that there is nothing to interpolate. */
  readonly isExact: boolean;
}

export function tileGrid(tileSide: number, scale: number, width: number, height: number): TileGrid {
  return {
    tileSide,
    width,
    height,
    columns: taps(width, tileSide, scale),
    rows: taps(height, tileSide, scale),
    isExact: scale === 1,
  };
}

function taps(length: number, period: number, scale: number): Taps {
  const first = new Int32Array(length);
  const weights = new Float32Array(4 * length);
  for (let i = 0; i < length; i++) first[i] = cubicTaps((i + 0.5) / scale - 0.5, period, weights, 4 * i);
  return { first, weights };
}

/** Index of the sample before the left neighbour, modulo the period, and the four cubic weights. */
function cubicTaps(position: number, period: number, weights: Float32Array, at: number): number {
  const left = Math.floor(position);
  const t = position - left;
  weights[at] = 0.5 * (-t + 2 * t * t - t * t * t);
  weights[at + 1] = 0.5 * (2 - 5 * t * t + 3 * t * t * t);
  weights[at + 2] = 0.5 * (t + 4 * t * t - 3 * t * t * t);
  weights[at + 3] = 0.5 * (-t * t + t * t * t);
  return (((left - 1) % period) + period) % period;
}

/** The tile drawn out along x: `tileSide` rows of the picture's width. */
export function widenTile({ tileSide, width, columns, isExact }: TileGrid, tile: Float32Array): Float32Array {
  const out = new Float32Array(tileSide * width);
  if (isExact) {
    for (let j = 0; j < tileSide; j++)
      for (let x = 0; x < width; x += tileSide)
        out.set(tile.subarray(j * tileSide, j * tileSide + Math.min(tileSide, width - x)), j * width + x);
    return out;
  }
  // Three samples more than a period, so that the four taps of any column lie side by side.
  const line = new Float32Array(tileSide + 3);
  for (let j = 0; j < tileSide; j++) {
    line.set(tile.subarray(j * tileSide, (j + 1) * tileSide));
    line.copyWithin(tileSide, 0, 3);
    widenRow(line, columns, out, j * width, width);
  }
  return out;
}

function widenRow(line: Float32Array, { first, weights }: Taps, out: Float32Array, at: number, width: number): void {
  for (let x = 0, w = 0; x < width; x++, w += 4) {
    const c = first[x] as number;
    out[at + x] =
      (weights[w] as number) * (line[c] as number) +
      (weights[w + 1] as number) * (line[c + 1] as number) +
      (weights[w + 2] as number) * (line[c + 2] as number) +
      (weights[w + 3] as number) * (line[c + 3] as number);
  }
}

/**
 * Adds samples left .. left + count - 1 of row `y` of the repeated tile to out[0], out[1], ...
 * @param widened from `widenTile`
 */
export function addTileRow(
  { tileSide, width, rows, isExact }: TileGrid,
  widened: Float32Array,
  y: number,
  left: number,
  count: number,
  out: Float32Array,
): void {
  const first = rows.first[y] as number;
  const start = (k: number): number => ((first + k) % tileSide) * width + left;
  if (isExact) {
    const row = start(1);
    for (let x = 0; x < count; x++) out[x] = (out[x] as number) + (widened[row + x] as number);
    return;
  }
  const [a, b, c, d] = [start(0), start(1), start(2), start(3)];
  const weight = (k: number): number => rows.weights[4 * y + k] as number;
  const [wa, wb, wc, wd] = [weight(0), weight(1), weight(2), weight(3)];
  for (let x = 0; x < count; x++)
    out[x] =
      (out[x] as number) +
      wa * (widened[a + x] as number) +
      wb * (widened[b + x] as number) +
      wc * (widened[c + x] as number) +
      wd * (widened[d + x] as number);
}

/** Adds row `y` of a picture to its fold along y: `tileSide` rows of the picture's width. */
export function foldRow(grid: TileGrid, z: Float32Array, y: number, folded: Float32Array): void {
  const { tileSide, width, rows, isExact } = grid;
  const first = rows.first[y] as number;
  for (let k = isExact ? 1 : 0; k < (isExact ? 2 : 4); k++) {
    const weight = rows.weights[4 * y + k] as number;
    const at = ((first + k) % tileSide) * width;
    for (let x = 0; x < width; x++) folded[at + x] = (folded[at + x] as number) + weight * (z[x] as number);
  }
}

/** The fold along x of what `foldRow` gathered: a tile. */
export function narrowFold({ tileSide, width, columns, isExact }: TileGrid, folded: Float32Array): Float32Array {
  const out = new Float32Array(tileSide * tileSide);
  if (isExact) {
    for (let j = 0; j < tileSide; j++)
      for (let x = 0, i = 0; x < width; x++, i = i + 1 === tileSide ? 0 : i + 1)
        out[j * tileSide + i] = (out[j * tileSide + i] as number) + (folded[j * width + x] as number);
    return out;
  }
  const line = new Float32Array(tileSide + 3);
  for (let j = 0; j < tileSide; j++) {
    line.fill(0);
    narrowRow(folded, j * width, width, columns, line);
    for (let i = 0; i < tileSide; i++) out[j * tileSide + i] = line[i] as number;
    for (let i = 0; i < 3; i++)
      out[j * tileSide + i] = (out[j * tileSide + i] as number) + (line[tileSide + i] as number);
  }
  return out;
}

function narrowRow(
  folded: Float32Array,
  at: number,
  width: number,
  { first, weights }: Taps,
  line: Float32Array,
): void {
  for (let x = 0, w = 0; x < width; x++, w += 4) {
    const c = first[x] as number;
    const value = folded[at + x] as number;
    line[c] = (line[c] as number) + (weights[w] as number) * value;
    line[c + 1] = (line[c + 1] as number) + (weights[w + 1] as number) * value;
    line[c + 2] = (line[c + 2] as number) + (weights[w + 2] as number) * value;
    line[c + 3] = (line[c + 3] as number) + (weights[w + 3] as number) * value;
  }
}
