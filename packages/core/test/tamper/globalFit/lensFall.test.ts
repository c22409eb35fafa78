import { describe, expect, test } from 'vitest';
import {
  beforeFall,
  fallAt,
  FALL_MODELS,
  type FallModel,
  fitLensFall,
} from '../../../src/tamper/globalFit/lensFall.ts';
import type { GridSamples } from '../../../src/tamper/globalFit/gridSums.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 120, height: 80 };
const COUNT = SIZE.width * SIZE.height;

/** Distance from the middle in units of half the diagonal. */
const away = (x: number, y: number): number =>
  Math.hypot(2 * x + 1 - SIZE.width, 2 * y + 1 - SIZE.height) / Math.hypot(SIZE.width, SIZE.height);

/** Grey noise in a light of that gain, compared with itself. */
function samplesIn(gainAt: (t: number) => number): GridSamples {
  const uniform = seededUniform(3);
  const x = Uint16Array.from({ length: COUNT }, (_, i) => i % SIZE.width);
  const y = Uint16Array.from({ length: COUNT }, (_, i) => Math.floor(i / SIZE.width));
  const level = Float32Array.from({ length: COUNT }, () => 30 + 120 * uniform());
  const residual = level.map(
    (value, i) => (gainAt(away(x[i] as number, y[i] as number)) - 1) * value + uniform() - 0.5,
  );
  return {
    count: COUNT,
    x,
    y,
    guide: [level, level, level],
    residual: [residual, residual, residual],
    trust: new Float32Array(COUNT).fill(1),
  } as unknown as GridSamples;
}

const CIRCLES = FALL_MODELS[0] as FallModel;

describe('light that falls off from the middle', () => {
  test.each<[string, (t: number) => number]>([
    ['as a lens does', (t) => 1 - 0.6 * t * t],
    ['as a cone, seen in the tone of its mean', (t) => 1.9 - 1.6 * t],
    ['not at all', () => 1],
  ])('%s', (_name, gainAt) => {
    const fall = fitLensFall(samplesIn(gainAt), SIZE, CIRCLES);
    for (const [x, y] of [
      [60, 40],
      [75, 40],
      [90, 60],
      [110, 70],
      [2, 2],
    ] as const) {
      const [gain, offset] = fallAt(fall, x, y, SIZE);
      expect(Math.abs(gain - gainAt(away(x, y)))).toBeLessThan(0.05);
      expect(offset).toBe(0);
    }
  });

  test('is taken off again', () => {
    const samples = samplesIn((t) => 1.6 - t);
    const fall = fitLensFall(samples, SIZE, CIRCLES);
    const plane = samples.guide[0].map((value, i) => value + (samples.residual[0][i] as number));
    const even = beforeFall(fall, { ...SIZE, channels: [plane, plane, plane] } as never);
    const off = even.channels[0].map((value, i) => Math.abs(value - (samples.guide[0][i] as number)));
    expect(off.reduce((sum, value) => sum + value, 0) / COUNT).toBeLessThan(3);
  });
});
