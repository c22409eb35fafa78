import { expect, test } from 'vitest';
import { NormalEquations } from '../../src/signal/normalEquations.ts';

test('rows that fit exactly give back what they were made with, whatever their weights', () => {
  const equations = new NormalEquations(3);
  for (const t of [-2, -1, 0, 1, 2]) equations.add([1, t, t * t], 4 - t + 0.5 * t * t, 1 + t * t);
  const [a, b, c] = equations.solve(1e-12);
  expect(a).toBeCloseTo(4, 8);
  expect(b).toBeCloseTo(-1, 8);
  expect(c).toBeCloseTo(0.5, 8);
});

test('a weight counts as that many rows, a ridge pulls to 0', () => {
  const equations = new NormalEquations(1);
  equations.add([1], 10);
  equations.add([1], 1, 3);
  // (10 + 3) / (1 + 3 + 9)
  expect(equations.solve(9)[0]).toBeCloseTo(1, 12);
});

test('what no row tells of stays 0', () => {
  const equations = new NormalEquations(2);
  equations.add([2, 0], 6);
  expect([...equations.solve(1e-9)].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, 0]);
});

test('a row of few numbers is added by its places as it is in full', () => {
  const [full, few] = [new NormalEquations(4), new NormalEquations(4)];
  const rows = [
    { places: [0, 3], values: [1.3, -2] },
    { places: [2], values: [0.7] },
    { places: [1, 2, 3], values: [3, 0.1, -5.5] },
  ];
  rows.forEach(({ places, values }, i) => {
    const row = [0, 0, 0, 0];
    places.forEach((place, k) => (row[place] = values[k] as number));
    full.add(row, 3 - i, 1 / (1 + i));
    few.addAt(Int32Array.from(places), Float64Array.from(values), places.length, 3 - i, 1 / (1 + i));
  });
  expect(few.solve(1e-3)).toEqual(full.solve(1e-3));
});
