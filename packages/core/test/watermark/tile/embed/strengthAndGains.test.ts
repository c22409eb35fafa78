import { describe, expect, test } from 'vitest';
import { luma } from '../../../../src/raster.ts';
import { renderScene } from '../../../../src/scene/renderScene.ts';
import { cellsOf } from '../../../../src/signal/pictureCells.ts';
import { rowsOf } from '../../../../src/signal/rowSource.ts';
import { scoreOf, solveBitGains, solvePilotGains } from '../../../../src/watermark/tile/embed/gainSolution.ts';
import { textureActivityOf, markStrength } from '../../../../src/watermark/tile/embed/perceptualMask.ts';
import { numbers } from '../../../vectors/watermarkVectors.ts';

const COUNT = 500;
const uniform = (seed: number) => Float32Array.from(numbers(seed, COUNT));
/** A picture twice as strong as the mark, for and against it. */
const PROBLEM = {
  host: uniform(1).map((value) => 8 * (value - 0.5)),
  slope: uniform(2).map((value) => 0.5 + value),
  energy: uniform(3).map((value) => 0.5 + value),
};

function energyOf(gains: Float32Array): number {
  return gains.reduce((sum, gain, i) => sum + (PROBLEM.energy[i] as number) * gain * gain, 0);
}

describe('gains', () => {
  const { gains, score } = solveBitGains(PROBLEM);
  const even = new Float32Array(COUNT).fill(1);

  test('cost what gains of 1 would cost', () => {
    for (const found of [gains, solvePilotGains(PROBLEM)]) expect(energyOf(found) / energyOf(even)).toBeCloseTo(1, 2);
  });

  test('are read better than even ones, and none works against its bit', () => {
    expect(score).toBeGreaterThan(1.1 * scoreOf(PROBLEM, even, 0.5));
    expect(Math.min(...gains)).toBeGreaterThanOrEqual(0);
  });
});

describe('strength', () => {
  const scene = renderScene({ width: 240, height: 160, seed: 4 });
  const texture = textureActivityOf(cellsOf(rowsOf(luma(scene)), 4));
  const limits = { rms: 2, lossMax: 1, lossScale: 1, excess: 1, flatRms: 1.7 };

  test('has the root mean square that is asked for where SSIM allows it', () => {
    expect(markStrength(texture, { ...limits, rms: 1 }).rms).toBeCloseTo(1, 1);
  });

  test('keeps the loss of SSIM, at less strength where it must', () => {
    const strict = markStrength(texture, { ...limits, lossMax: 0.002 });
    // The level goes by the square; what the loss does beyond it is a few per cent.
    expect(strict.expectedLoss).toBeLessThan(0.0021);
    expect(strict.rms).toBeLessThan(2);
  });

  test('never goes beyond what a place hides', () => {
    const flatRms = 0.6;
    const { field, atLimit } = markStrength(texture, { ...limits, rms: 6, flatRms });
    const { masked, dark } = texture;
    for (const [i, value] of field.data.entries()) {
      const hidden = (masked.data[i] as number) + flatRms ** 2 * (dark.data[i] as number);
      expect(value ** 2).toBeLessThanOrEqual(1.0001 * hidden);
    }
    expect(atLimit).toBeGreaterThan(0.5);
  });
});
