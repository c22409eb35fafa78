/** How well a tamper map fits the truth. */
import type { TamperMap } from '@assay/core/tamper/comparison';

/** Grey from which the map says: edited. */
const EDITED = 128;
/** Grey levels of a bin of the histograms. */
const LEVELS_PER_BIN = 8;
const BINS = 256 / LEVELS_PER_BIN;

export interface Overlap {
  /** Intersection over union of the map at half scale of grey and the truth. */
  readonly iou: number;
  /** Area under the curve of true against false positives as the grey threshold falls. */
  readonly auc: number;
  /** Pixels of the query in each bin of grey: edited, and not. */
  readonly histograms: readonly [readonly number[], readonly number[]];
}

/** One sample a pixel of the query; the map is read by nearest neighbour. */
export function overlapOf(map: TamperMap, truth: Uint8Array, width: number, height: number): Overlap {
  let both = 0;
  let either = 0;
  const edited = Array.from({ length: 256 }, () => 0);
  const intact = Array.from({ length: 256 }, () => 0);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const u = Math.min(map.width - 1, Math.floor(((x + 0.5) * map.width) / width));
      const v = Math.min(map.height - 1, Math.floor(((y + 0.5) * map.height) / height));
      const grey = map.data[v * map.width + u] as number;
      const isTrue = truth[y * width + x] === 1;
      const histogram = isTrue ? edited : intact;
      histogram[grey] = (histogram[grey] as number) + 1;
      if (grey >= EDITED && isTrue) both++;
      if (grey >= EDITED || isTrue) either++;
    }
  return {
    iou: either > 0 ? both / either : 1,
    auc: areaUnderCurve(edited, intact),
    histograms: [binned(edited), binned(intact)],
  };
}

const binned = (histogram: readonly number[]): number[] =>
  Array.from({ length: BINS }, (_, bin) =>
    histogram.slice(bin * LEVELS_PER_BIN, (bin + 1) * LEVELS_PER_BIN).reduce((sum, count) => sum + count, 0),
  );

/** Probability that a random edited pixel is brighter than a random intact one, equal ones counting half (Hanley, McNeil 1982). */
export function areaUnderCurve(edited: readonly number[], intact: readonly number[]): number {
  let darker = 0;
  let wins = 0;
  edited.forEach((count, grey) => {
    const equal = intact[grey] as number;
    wins += count * (darker + equal / 2);
    darker += equal;
  });
  const positives = edited.reduce((sum, count) => sum + count, 0);
  return positives > 0 && darker > 0 ? wins / (positives * darker) : Number.NaN;
}
