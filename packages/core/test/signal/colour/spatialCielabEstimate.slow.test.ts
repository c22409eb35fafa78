import { describe, expect, test } from 'vitest';
import type { Raster } from '../../../src/raster.ts';
import { spatialCielab } from '../../../src/signal/colour/spatialCielab.ts';
import { estimateSpatialCielab } from '../../../src/signal/colour/spatialCielabEstimate.ts';

const picture = (width: number, height: number, levelOf: (x: number, y: number) => number): Raster => {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 3) data.fill(levelOf(x, y), i, i + 3);
  return { width, height, channels: 3, depth: 8, data };
};
const slope = (x: number, y: number) => 60 + (((x >> 4) + (y >> 4)) % 100);

describe('estimateSpatialCielab', () => {
  test('a small picture is compared completely', () => {
    const [a, b] = [picture(90, 60, slope), picture(90, 60, (x, y) => slope(x, y) + (x > 45 ? 8 : 0))];
    expect(estimateSpatialCielab(a, b)).toEqual(spatialCielab(a, b));
  });

  test('a large one in windows, which reach its corners', () => {
    const size = [1600, 800] as const;
    const isCorner = (x: number, y: number) => x >= 1500 && y >= 700;
    const [a, b] = [picture(...size, () => 128), picture(...size, (x, y) => (isCorner(x, y) ? 158 : 131))];
    const { mean, upperHundredth } = estimateSpatialCielab(a, b);
    const everywhere = spatialCielab(
      picture(90, 60, () => 128),
      picture(90, 60, () => 131),
    ).mean;
    // The corner is 10,000 of the 1,327,104 pixels that nine windows may see, or fewer where they overlap.
    expect(mean).toBeGreaterThan(everywhere);
    expect(mean).toBeLessThan(1.5 * everywhere);
    expect(upperHundredth).toBeGreaterThan(everywhere);
  });

  test('a strip that is shorter than a window', () => {
    const [a, b] = [picture(20_000, 80, () => 128), picture(20_000, 80, () => 131)];
    expect(estimateSpatialCielab(a, b).mean).toBeGreaterThan(0.5);
  });

  test('pictures of two sizes are refused', () => {
    expect(() => estimateSpatialCielab(picture(1600, 1000, slope), picture(1000, 1600, slope))).toThrow(RangeError);
  });
});
