/**
 * The null model of a comparison: nothing was done to the whole picture but what a codec, a resampling or a mark does. Where the two
 * pictures agree as they are, no fit of tone, light, bend or displacement can make them agree better by more than noise, and all of them
 * together take most of a comparison's time. Where they agree but for a part, a fit is only led astray by what lies there: a broadcaster's
 * half-opaque bar over a seventh of a picture is a change of tone for every level that happens to be under it.
 * See docs/decisions/0016-global-edits.md.
 * @module
 */
import type { Size } from '../../raster.ts';
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
/** Windows of the part that differs, as a fraction of all: of more nobody can say what is the rest. */
const PART_MAX = 0.35;
/** What nine of ten windows may differ by that lie two windows from that part, levels: what was laid over or pasted has an end, light fades. */
const BORDER_MOST = 2.5;

/** Of two pictures on one grid. */
export interface WindowDifferences {
  readonly columns: number;
  readonly rows: number;
  /** Difference of the means of each window in the channel where it is largest, levels; -1 where too little of it can be compared. */
  readonly differences: Float32Array;
}

/**
 * @param query, reference on one grid, low-passed; levels 0..255
 * @param inside 1 where both can be compared
 */
export function windowDifferences(query: ColourPlanes, reference: ColourPlanes, inside: Uint8Array): WindowDifferences {
  const [columns, rows] = [Math.floor(query.width / WINDOW_PX), Math.floor(query.height / WINDOW_PX)];
  const differences = new Float32Array(columns * rows);
  for (let row = 0, i = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, i++)
      differences[i] = meanDifference(query, reference, inside, { x: column * WINDOW_PX, y: row * WINDOW_PX });
  return { columns, rows, differences };
}

/** Do the two agree as they are, but for noise, everywhere? */
export function agreeAsTheyAre({ differences }: WindowDifferences): boolean {
  const known = sorted(differences);
  if (known.length === 0 || at(known, 1) > MOST.every) return false;
  return at(known, 0.5) <= MOST.half && at(known, 0.9) <= MOST.nineOfTen;
}

/** 1 on it, on the working picture. */
export interface DifferingPart {
  readonly itself: Uint8Array;
  /** And on the windows around it. */
  readonly withSurroundings: Uint8Array;
}

/**
 * The part of the working picture beside which the two agree as they are.
 * @param shareMin of all windows, 0..1
 * @returns null if that is less, or too much, if what is beside does not agree, or the part has no end
 */
export function differingPart(windows: WindowDifferences, size: Size, shareMin: number): DifferingPart | null {
  const { columns, rows, differences } = windows;
  const known = sorted(differences);
  const part = Uint8Array.from(differences, (difference) => (difference > MOST.nineOfTen ? 1 : 0));
  const share = part.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  if (share < shareMin || share > PART_MAX) return null;
  const around = grown(part, columns, rows);
  const further = grown(around, columns, rows);
  const beside = (isBeside: (i: number) => boolean): Float32Array =>
    sorted(differences.filter((difference, i) => difference >= 0 && isBeside(i)));
  const rest = beside((i) => around[i] === 0);
  const border = beside((i) => around[i] === 0 && further[i] === 1);
  if (rest.length === 0 || at(rest, 0.5) > MOST.half) return null;
  if (border.length > 0 && at(border, 0.9) > BORDER_MOST) return null;
  return { itself: painted(part, columns, rows, size), withSurroundings: painted(around, columns, rows, size) };
}

/** Those that are known, rising. */
const sorted = (differences: Float32Array): Float32Array => differences.filter((difference) => difference >= 0).sort();

const at = (values: Float32Array, fraction: number): number =>
  values[Math.floor(fraction * (values.length - 1))] as number;

/** With the eight neighbours of each window. */
function grown(windows: Uint8Array, columns: number, rows: number): Uint8Array {
  const out = new Uint8Array(windows.length);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      if (windows[y * columns + x] === 0) continue;
      for (let v = Math.max(0, y - 1); v <= Math.min(rows - 1, y + 1); v++)
        out.fill(1, v * columns + Math.max(0, x - 1), v * columns + Math.min(columns, x + 2));
    }
  return out;
}

/** Windows as pixels; what is left of the picture beyond the last whole window goes with that. */
function painted(windows: Uint8Array, columns: number, rows: number, { width, height }: Size): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const [column, row] = [Math.floor(x / WINDOW_PX), Math.floor(y / WINDOW_PX)];
      out[i] = windows[Math.min(rows - 1, row) * columns + Math.min(columns - 1, column)] as number;
    }
  return out;
}

/** Of the channel that differs most; -1 if too little of the window can be compared. */
function meanDifference(
  query: ColourPlanes,
  reference: ColourPlanes,
  inside: Uint8Array,
  at: { readonly x: number; readonly y: number },
): number {
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
  if (count < COMPARABLE_MIN * WINDOW_PX ** 2) return -1;
  return Math.max(Math.abs(r), Math.abs(g), Math.abs(b)) / count;
}
