import { expect, test } from 'vitest';
import { luma } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { factorise, solveFactorised } from '../../../src/signal/cholesky.ts';
import { solveWeighted, withSharpnessOf } from '../../../src/tamper/globalFit/sharpnessFit.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SCENE = gaussianBlur(luma(deadLeaves(200, 150, 5, 500)), 1.6);
const EVERYWHERE = new Uint8Array(SCENE.data.length).fill(1);

function meanDifference(a: Float32Array, b: Float32Array, isCounted: (i: number) => boolean = () => true): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    if (!isCounted(i)) continue;
    sum += Math.abs(a[i]! - b[i]!);
    count++;
  }
  return sum / count;
}

for (const sigma of [1, 2])
  test(`a blur of sigma ${sigma} of the whole picture is taken for what it is`, () => {
    const query = gaussianBlur(SCENE, sigma);
    const fitted = withSharpnessOf(query, SCENE, EVERYWHERE);
    expect(meanDifference(fitted.data, query.data)).toBeLessThan(0.35 * meanDifference(SCENE.data, query.data));
  });

test('a blurred sixth of the picture leaves the rest sharp', () => {
  const soft = gaussianBlur(SCENE, 3).data;
  const isEdited = (i: number): boolean => i % 200 >= 60 && i % 200 < 130 && Math.floor(i / 200) < 70;
  const data = SCENE.data.map((value, i) => (isEdited(i) ? soft[i]! : value));
  const fitted = withSharpnessOf({ ...SCENE, data }, SCENE, EVERYWHERE);
  expect(meanDifference(fitted.data, data, (i) => !isEdited(i))).toBeLessThan(0.2);
  expect(meanDifference(fitted.data, data, isEdited)).toBeGreaterThan(0.8 * meanDifference(SCENE.data, data, isEdited));
});

test('a plain picture is left as it is', () => {
  const plain = { ...SCENE, data: new Float32Array(SCENE.data.length).fill(90) };
  expect(withSharpnessOf(plain, plain, EVERYWHERE).data).toEqual(plain.data);
});

test('a step of the fit is the weighted least squares of its equation', () => {
  const uniform = seededUniform(31);
  const count = 500;
  const random = (): Float32Array => Float32Array.from({ length: count }, () => 20 * (uniform() - 0.5));
  const bands = [random(), random(), random(), random()];
  const difference = random();
  const before = Float64Array.of(0.3, -0.2, 0.1, 0);
  const width = 4;
  const normal = Float64Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 0.25 * count : 0));
  const right = new Float64Array(4);
  let residuals = 0;
  for (let i = 0; i < count; i++) {
    const row = bands.map((band) => band[i] as number);
    const residual = Math.abs(row.reduce((left, b, k) => left - (before[k] as number) * b, difference[i] as number));
    residuals += Math.min(width, residual);
    const weight = 1 / (1 + (residual / width) ** 2);
    for (let k = 0; k < 4; k++) {
      const weighted = weight * (row[k] as number);
      right[k] = (right[k] as number) + weighted * (difference[i] as number);
      for (let l = 0; l <= k; l++) normal[4 * k + l] = (normal[4 * k + l] as number) + weighted * (row[l] as number);
    }
  }
  factorise(normal, 4);
  solveFactorised(normal, 4, right);
  expect(solveWeighted({ bands, difference, count }, before, width)).toEqual({
    gains: right,
    meanResidual: residuals / count,
  });
});
