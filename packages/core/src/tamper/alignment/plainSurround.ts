/**
 * A plain surround: a photo cut to an oval or a circle on white, rounded corners, the black that the correction of a lens leaves. One
 * colour reaches in from the frame of the query and ends at an edge that the stored picture does not have. What lies there is not compared, and told as laid
 * over: it hides what it covers, as a sticker does.
 * @module
 */
import type { Size } from '../../raster.ts';
import { connectedRegions } from '../regions/morphology.ts';
import type { ColourPlanes, WarpedReference } from './registeredColour.ts';

/** Levels within which the colour is one: coding beside an edge. */
const SAME_COLOUR = 16;
/** A pixel of the stored picture is another one from here on, levels. */
const OTHER_MIN = 24;
/** Less of the picture is left to be judged as it is. */
const AREA_MIN = 0.002;
/** So much of it must have shown something else: on paper, nobody can tell white from whitened. */
const REPLACED_MIN = 0.7;
/** The two sides of an edge are looked at so far from it, px: beyond what coding and resampling mix. */
const SIDE_PX = 5;
/** So much of the edge, ragged by coding, is one of the query alone: what a dark copy makes black of a silhouette ends where the silhouette did. */
const OWN_EDGE_MIN = 0.15;
/** A step of the stored picture up to this part of the query's is none. */
const STEP_MAX = 0.5;
/** Of what it leaves of the picture all but so much, in parts of the surround's area, hangs together: a bar with letters on it was laid over. */
const HOLES_MAX = 0.02;
/** Pixels of the frame between those that a surround is looked for from. */
const FRAME_STEP = 4;

/** The pictures as they are looked at. */
interface Pictures extends Size {
  readonly query: ColourPlanes['channels'];
  readonly stored: ColourPlanes['channels'];
  readonly covered: Uint8Array;
}

/**
 * @param laid the stored picture on the query's grid
 * @returns the same, not covered where a surround lies, where the query stands in for it; itself if there is none
 */
export function withoutSurround(query: ColourPlanes, laid: WarpedReference): WarpedReference {
  const { width, height } = query;
  const pictures: Pictures = { width, height, query: query.channels, stored: laid.channels, covered: laid.covered };
  const seen = new Uint8Array(width * height);
  let covered: Uint8Array | null = null;
  for (const start of startsOf(query, laid.covered)) {
    // Most of a surround shows something else: where the copy shows what is stored, none is looked for.
    if (seen[start] === 1 || laid.covered[start] === 0) continue;
    if (apart(pictures.stored, start, pictures.query, start) < OTHER_MIN) continue;
    const plain = connectedPlain(pictures, start, seen);
    if (plain.length < AREA_MIN * seen.length || !isSurround(pictures, plain, start)) continue;
    covered ??= laid.covered.slice();
    for (const i of plain) covered[i] = 0;
  }
  if (covered === null) return laid;
  const isCut = covered;
  const channels = laid.channels.map((plane, c) =>
    plane.map((value, i) => (isCut[i] === 0 ? (query.channels[c]?.[i] as number) : value)),
  ) as unknown as WarpedReference['channels'];
  return { ...laid, channels, covered };
}

/** Along the four sides, and where the stored picture ends within them: a frame may be of one colour with the corners that were rounded off in it. */
function* startsOf(size: Size, covered: Uint8Array): Generator<number, void> {
  yield* framePixels(size);
  const { width, height } = size;
  for (let y = 1; y < height - 1; y += FRAME_STEP)
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++)
      if (covered[i] === 1 && (covered[i - 1] === 0 || covered[i + 1] === 0)) yield i;
}

function* framePixels({ width, height }: Size): Generator<number, void> {
  for (let x = 0; x < width; x += FRAME_STEP) {
    yield x;
    yield (height - 1) * width + x;
  }
  for (let y = 0; y < height; y += FRAME_STEP) {
    yield y * width;
    yield y * width + width - 1;
  }
}

/** Largest difference of a channel between two pixels, levels. */
function apart(a: ColourPlanes['channels'], i: number, b: ColourPlanes['channels'], j: number): number {
  const off = (c: 0 | 1 | 2): number => Math.abs((a[c][i] as number) - (b[c][j] as number));
  return Math.max(off(0), off(1), off(2));
}

/** Pixels of the query in the colour of one of them, connected with it. */
function connectedPlain({ width, height, query }: Pictures, start: number, seen: Uint8Array): number[] {
  const found = [start];
  seen[start] = 1;
  const visit = (i: number): void => {
    if (seen[i] === 1 || apart(query, i, query, start) > SAME_COLOUR) return;
    seen[i] = 1;
    found.push(i);
  };
  for (let k = 0; k < found.length; k++) {
    const i = found[k] as number;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x + 1 < width) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < (height - 1) * width) visit(i + width);
  }
  return found;
}

function isSurround(pictures: Pictures, plain: readonly number[], start: number): boolean {
  const { query, stored, covered } = pictures;
  let [replaced, of] = [0, 0];
  for (const i of plain) {
    if (covered[i] === 0) continue;
    of++;
    if (apart(stored, i, query, start) >= OTHER_MIN) replaced++;
  }
  if (of < AREA_MIN * covered.length || replaced < REPLACED_MIN * of) return false;
  const region = new Uint8Array(covered.length);
  for (const i of plain) region[i] = 1;
  return hasOwnEdge(pictures, plain, region) && holesOf(region, pictures) <= HOLES_MAX * plain.length;
}

/** Pixels outside a region that do not hang together with most of them. */
function holesOf(region: Uint8Array, { width, height }: Size): number {
  const outside = region.map((value) => 1 - value);
  const [, ...others] = connectedRegions(outside, width, height, new Float32Array(region.length));
  return others.reduce((sum, { area }) => sum + area, 0);
}

/** Does the query step at the edge of the region, and the stored picture not? */
function hasOwnEdge(
  { width, height, query, stored, covered }: Pictures,
  plain: readonly number[],
  region: Uint8Array,
): boolean {
  let [own, of] = [0, 0];
  for (const i of plain) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [ox, oy] = [x + SIDE_PX * dx, y + SIDE_PX * dy];
      if (ox < 0 || oy < 0 || ox >= width || oy >= height || region[i + dy * width + dx] === 1) continue;
      const out = oy * width + ox;
      if (covered[out] === 0 || covered[i] === 0) continue;
      of++;
      const step = apart(query, out, query, i);
      if (step >= OTHER_MIN && apart(stored, out, stored, i) <= STEP_MAX * step) own++;
    }
  }
  return of > 0 && own >= OWN_EDGE_MIN * of;
}
