/**
 * Reduction to a palette by median cut: boxes of colours are halved at their median until there are enough, then every
 * pixel takes the mean colour of its box. No dithering.
 * Source: Heckbert 1982. Pillow, which the Python bench uses, cuts the box with most pixels at the same place but
 * measures sides on a coarser histogram, so palettes differ by a few levels.
 * @module
 */
import { type RgbPicture, rgbPicture } from '../../retrieval/rgbPicture.ts';

/** Colours are counted in cells of 5 bits a channel. */
const CELL_SHIFT = 3;
const CELL_SIDE = 256 >> CELL_SHIFT;

interface Cell {
  readonly key: number;
  readonly count: number;
  readonly colour: readonly [number, number, number];
}

interface Box {
  readonly cells: readonly Cell[];
  readonly count: number;
}

export function reduceToPalette(picture: RgbPicture, colours: number): RgbPicture {
  const boxes: Box[] = [boxOf(cellsOf(picture))];
  while (boxes.length < colours) {
    const largest = boxes.reduce((best, box, i) => {
      const isBetter = box.cells.length > 1 && (best < 0 || box.count > (boxes[best] as Box).count);
      return isBetter ? i : best;
    }, -1);
    if (largest < 0) break;
    boxes.splice(largest, 1, ...halves(boxes[largest] as Box));
  }
  const palette = new Uint8Array(3 * CELL_SIDE ** 3);
  for (const { cells, count } of boxes) {
    const mean = [0, 1, 2].map((c) =>
      Math.round(cells.reduce((sum, cell) => sum + cell.count * (cell.colour[c] as number), 0) / count),
    );
    for (const { key } of cells) palette.set(mean, 3 * key);
  }
  const out = rgbPicture(picture.width, picture.height);
  for (let i = 0; i < out.data.length; i += 3) {
    const at = 3 * keyAt(picture.data, i);
    for (let c = 0; c < 3; c++) out.data[i + c] = palette[at + c] as number;
  }
  return out;
}

function keyAt(data: Uint8Array, at: number): number {
  const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
  return ((red >> CELL_SHIFT) * CELL_SIDE + (green >> CELL_SHIFT)) * CELL_SIDE + (blue >> CELL_SHIFT);
}

function cellsOf({ data }: RgbPicture): Cell[] {
  const counts = new Uint32Array(CELL_SIDE ** 3);
  const sums = new Float64Array(3 * CELL_SIDE ** 3);
  for (let i = 0; i < data.length; i += 3) {
    const key = keyAt(data, i);
    counts[key] = (counts[key] as number) + 1;
    for (let c = 0; c < 3; c++) sums[3 * key + c] = (sums[3 * key + c] as number) + (data[i + c] as number);
  }
  const cells: Cell[] = [];
  counts.forEach((count, key) => {
    const mean = (c: number): number => (sums[3 * key + c] as number) / count;
    if (count > 0) cells.push({ key, count, colour: [mean(0), mean(1), mean(2)] });
  });
  return cells;
}

function boxOf(cells: readonly Cell[]): Box {
  return { cells, count: cells.reduce((sum, { count }) => sum + count, 0) };
}

/** Cut across the longest side, half of the pixels on either side. */
function halves({ cells, count }: Box): [Box, Box] {
  const extent = (c: number): number => {
    let least = 255;
    let most = 0;
    for (const { colour } of cells) {
      least = Math.min(least, colour[c] as number);
      most = Math.max(most, colour[c] as number);
    }
    return most - least;
  };
  const axis = [0, 1, 2].reduce((best, c) => (extent(c) > extent(best) ? c : best), 0);
  const sorted = cells.toSorted((a, b) => (a.colour[axis] as number) - (b.colour[axis] as number));
  let before = 0;
  let cut = 0;
  while (cut < sorted.length - 1 && (cut === 0 || before < count / 2)) before += (sorted[cut++] as Cell).count;
  return [boxOf(sorted.slice(0, cut)), boxOf(sorted.slice(cut))];
}
