import { nearestWord } from '@assay/core/features/vlad';

/**
 * Lloyd's k-means, started by k-means++ (Arthur, Vassilvitskii 2007). An empty cluster keeps its place.
 * @param rows `dimension` numbers each
 * @param random uniform in [0, 1)
 * @returns k rows
 */
export function kMeans(
  rows: Float32Array,
  dimension: number,
  k: number,
  iterations: number,
  random: () => number,
): Float32Array {
  const count = rows.length / dimension;
  let centres = spreadCentres(rows, dimension, k, random);
  for (let iteration = 0; iteration < iterations; iteration++) {
    const sums = new Float64Array(k * dimension);
    const members = new Uint32Array(k);
    for (let row = 0; row < count; row++) {
      const at = nearestWord(rows, row * dimension, centres, dimension);
      members[at / dimension] = (members[at / dimension] as number) + 1;
      for (let i = 0; i < dimension; i++)
        sums[at + i] = (sums[at + i] as number) + (rows[row * dimension + i] as number);
    }
    centres = centres.map((old, i) => {
      const size = members[Math.floor(i / dimension)] as number;
      return size ? (sums[i] as number) / size : old;
    });
  }
  return centres;
}

/** Every next centre is a row, drawn with a chance that grows with its squared distance to the centres so far. */
function spreadCentres(rows: Float32Array, dimension: number, k: number, random: () => number): Float32Array {
  const count = rows.length / dimension;
  const centres = new Float32Array(k * dimension);
  const distances = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  let chosen = Math.floor(random() * count);
  for (let centre = 0; centre < k; centre++) {
    centres.set(rows.subarray(chosen * dimension, (chosen + 1) * dimension), centre * dimension);
    let total = 0;
    for (let row = 0; row < count; row++) {
      let distance = 0;
      for (let i = 0; i < dimension; i++)
        distance += ((rows[row * dimension + i] as number) - (centres[centre * dimension + i] as number)) ** 2;
      distances[row] = Math.min(distances[row] as number, distance);
      total += distances[row] as number;
    }
    let target = random() * total;
    for (chosen = 0; chosen < count - 1; chosen++) {
      target -= distances[chosen] as number;
      if (target <= 0) break;
    }
  }
  return centres;
}
