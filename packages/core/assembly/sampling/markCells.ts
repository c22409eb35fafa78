/**
 * Kernel of src/watermark/presence/cellCorrelation.ts: what each cell of a plane holds of a tile that lies in it, and the tile's energy
 * there. In doubles, in the order of the plain loop, so that the two agree bit for bit.
 * @module
 */

/**
 * @param data      the plane; @param width of it
 * @param side      of a cell, samples
 * @param table     `tableSide` x `tableSide` floats, a power of two
 * @param stepX, stepY from a sample to the next of its line, samples of the table
 * @param starts    two doubles a line of samples: the tile's x and y at its first, samples of the table, positive
 * @param sums, energy a float a cell, cleared
 */
export function markCells(
  data: usize,
  width: i32,
  side: i32,
  columns: i32,
  rows: i32,
  table: usize,
  tableSide: i32,
  stepX: f64,
  stepY: f64,
  starts: usize,
  sums: usize,
  energy: usize,
): void {
  const mask = i32x4.splat(tableSide - 1);
  const step = f64x2(stepX, stepY);
  for (let y = 0; y < rows * side; y++, starts += 16) {
    let place = v128.load(starts);
    let at = data + ((<usize>(y * width)) << 2);
    const row = (<usize>(y / side) * <usize>columns) << 2;
    for (let cell: usize = row, end = row + ((<usize>columns) << 2); cell < end; cell += 4) {
      // What the tile gives and its square, side by side.
      let both = f64x2.splat(0);
      for (let x = 0; x < side; x++, at += 4) {
        const sample = v128.and(i32x4.trunc_sat_f64x2_s_zero(place), mask);
        const index = i32x4.extract_lane(sample, 1) * tableSide + i32x4.extract_lane(sample, 0);
        const m = load<f32>(table + ((<usize>index) << 2));
        both = f64x2.add(both, f64x2.mul(f64x2.splat(<f64>m), f64x2(<f64>load<f32>(at), <f64>m)));
        place = f64x2.add(place, step);
      }
      store<f32>(sums + cell, <f32>(<f64>load<f32>(sums + cell) + f64x2.extract_lane(both, 0)));
      store<f32>(energy + cell, <f32>(<f64>load<f32>(energy + cell) + f64x2.extract_lane(both, 1)));
    }
  }
}
