import { describe, expect, test } from 'vitest';
import { fitPolynomialMap, termsAt, valueOf } from '../../../src/tamper/alignment/polynomialMap.ts';
import { displacementBy, fitRadialMap } from '../../../src/tamper/alignment/radialMap.ts';

const SIZE = { width: 480, height: 320 };

/** A lens of Panorama Tools, and what a homography that was fitted to its middle leaves; px. */
function lens(x: number, y: number): [number, number] {
  const [u, v] = [(2 * x - SIZE.width) / SIZE.width, (2 * y - SIZE.height) / SIZE.width];
  const r = Math.hypot(u, v);
  const factor = 24 * r ** 3 - 9 * r * r + 4 * r;
  return [u * factor + 1.5 + 2 * u - v, v * factor - 0.7 + u + 3 * u * v];
}

const windowsWithin = (radius: number) => {
  const out = [];
  for (let y = 8; y < SIZE.height; y += 24)
    for (let x = 8; x < SIZE.width; x += 24) {
      const [dx, dy] = lens(x, y);
      if (Math.hypot(2 * x - SIZE.width, 2 * y - SIZE.height) < radius * SIZE.width) out.push({ x, y, dx, dy });
    }
  return out;
};

describe('a lens, of which windows near the middle tell', () => {
  const windows = windowsWithin(0.7);
  const off = ([dx, dy]: readonly number[], x: number, y: number): number => {
    const [u, v] = lens(x, y);
    return Math.hypot((dx as number) - u, (dy as number) - v);
  };
  test.each([
    [4, 4],
    [476, 316],
    [240, 2],
  ])('is known at the rim, at %i, %i', (x, y) => {
    expect(off(displacementBy(fitRadialMap(windows, SIZE), x, y, SIZE), x, y)).toBeLessThan(0.2);
  });

  test('where a polynomial is a guess', () => {
    const { across, down } = fitPolynomialMap(windows, SIZE, 3);
    const terms = termsAt(4, 4, SIZE, 3);
    expect(off([valueOf(across, terms), valueOf(down, terms)], 4, 4)).toBeGreaterThan(2);
  });

  test('edges tie it down as windows do, and a place that moved by itself does not pull it', () => {
    const moved = windows.map((window, i) => (i % 7 === 0 ? { ...window, dx: window.dx + 5 } : window));
    const edges = windowsWithin(1.1)
      .slice(windows.length)
      .map(({ x, y, dx, dy }, i) =>
        i % 2 === 0 ? { x, y, nx: 1, ny: 0, along: dx } : { x, y, nx: 0, ny: 1, along: dy },
      );
    const fit = fitRadialMap(moved, SIZE, edges);
    expect(off(displacementBy(fit, 20, 300, SIZE), 20, 300)).toBeLessThan(0.5);
    expect(fit.residualPx).toBeLessThan(0.3);
  });
});
