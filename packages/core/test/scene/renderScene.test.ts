import { describe, expect, it } from 'vitest';
import { luma } from '../../src/raster.ts';
import { renderScene } from '../../src/scene/renderScene.ts';

/** Mean squared difference of luma between samples `lag` apart along rows: the structure function D(lag). */
function structure(data: Float32Array, width: number, lag: number): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    if ((i % width) + lag >= width) continue;
    sum += ((data[i + lag] as number) - (data[i] as number)) ** 2;
    count++;
  }
  return sum / count;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
}

describe('renderScene', () => {
  const scenes = [1, 2, 3, 4].map((seed) => renderScene({ width: 320, height: 240, seed }));

  it('gives three channels of 8 bits in the size that was asked for', () => {
    for (const scene of scenes) {
      expect([scene.width, scene.height, scene.channels, scene.depth]).toEqual([320, 240, 3, 8]);
      expect(scene.data).toHaveLength(320 * 240 * 3);
    }
  });

  it('gives the same samples for the same seed', () => {
    expect(renderScene({ width: 320, height: 240, seed: 2 }).data).toEqual(scenes[1]?.data);
  });

  it('gives clearly different pictures for different seeds', () => {
    for (let a = 0; a < scenes.length; a++)
      for (let b = 0; b < a; b++) {
        const left = luma(scenes[a] as (typeof scenes)[number]).data;
        const right = luma(scenes[b] as (typeof scenes)[number]).data;
        const [meanLeft, meanRight] = [mean(left), mean(right)];
        let difference = 0;
        for (let i = 0; i < left.length; i++)
          difference += ((left[i] as number) - meanLeft - (right[i] as number) + meanRight) ** 2;
        expect(Math.sqrt(difference / left.length)).toBeGreaterThan(15);
      }
  });

  it('is exposed like a photo: neither dark nor blown out, with contrast', () => {
    for (const scene of scenes) {
      const { data } = luma(scene);
      const level = mean(data);
      expect(level).toBeGreaterThan(50);
      expect(level).toBeLessThan(200);
      expect(Math.sqrt(mean(data.map((value) => (value - level) ** 2)))).toBeGreaterThan(20);
      expect(mean(Array.from(data, (value) => (value > 253 ? 1 : 0)))).toBeLessThan(0.05);
    }
  });

  it('is correlated over every distance, as 1/f^2 pictures are: differences grow slowly with the distance', () => {
    for (const scene of scenes) {
      const { data } = luma(scene);
      // White noise gives 1 at every lag, a smooth ramp 4 and 16; 1/f^2 pictures lie between (Ruderman 1994: D ~ lag^0.2..0.8).
      const [near, middle, far] = [1, 4, 16].map((lag) => structure(data, scene.width, lag)) as [
        number,
        number,
        number,
      ];
      expect(middle / near).toBeGreaterThan(1.2);
      expect(far / middle).toBeGreaterThan(1.1);
      expect(far / near).toBeLessThan(64);
    }
  });

  it('carries sensor noise, so no two neighbouring rows are equal', () => {
    const { data, width } = scenes[0] as (typeof scenes)[number];
    for (let row = 1; row < 240; row++)
      expect(data.subarray(3 * width * (row - 1), 3 * width * row)).not.toEqual(
        data.subarray(3 * width * row, 3 * width * (row + 1)),
      );
  });

  it('refuses sides and seeds that are not usable integers', () => {
    expect(() => renderScene({ width: 8, height: 100, seed: 1 })).toThrow(RangeError);
    expect(() => renderScene({ width: 100, height: 99.5, seed: 1 })).toThrow(RangeError);
    expect(() => renderScene({ width: 100, height: 100, seed: 0.5 })).toThrow(RangeError);
  });
});
