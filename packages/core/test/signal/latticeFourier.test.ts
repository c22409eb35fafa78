import { describe, expect, test } from 'vitest';
import { plane } from '../../src/raster.ts';
import { latticeFourier, latticeTransform } from '../../src/signal/latticeFourier.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

describe('latticeFourier', () => {
  test.each([
    [31, 20],
    [24, 33],
    [2, 3],
  ])('is the sum of the definition at every point, %d x %d', (width, height) => {
    const z = plane(
      width,
      height,
      Float32Array.from(numbers(3, width * height), (value) => value - 0.5),
    );
    const lattice = { stepX: 0.0123, stepY: 0.017, uMax: 6, vMax: 4 };
    const values = latticeFourier(latticeTransform(width, height, lattice), z);
    expect(values).toHaveLength(2 * 7 * 9);
    for (let v = -4; v <= 4; v++)
      for (let u = 0; u <= 6; u++) {
        let [real, imaginary] = [0, 0];
        for (let i = 0; i < z.data.length; i++) {
          const x = (i % width) - (width >> 1);
          const y = Math.floor(i / width) - (height >> 1);
          const angle = -2 * Math.PI * (u * lattice.stepX * x + v * lattice.stepY * y);
          real += (z.data[i] as number) * Math.cos(angle);
          imaginary += (z.data[i] as number) * Math.sin(angle);
        }
        const at = 2 * ((v + 4) * 7 + u);
        expect(values[at]).toBeCloseTo(real, 3);
        expect(values[at + 1]).toBeCloseTo(imaginary, 3);
      }
  });
});
