import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { close, connectedRegions, dilate, erode, fillHoles, open } from '../../../src/tamper/regions/morphology.ts';

const picture = (rows: readonly string[]): Uint8Array => Uint8Array.from(rows.join(''), (c) => (c === '#' ? 1 : 0));

/** The definition: minimum or maximum over the square, outside the picture nothing. */
function naive(mask: Uint8Array, width: number, height: number, radius: number, pick: typeof Math.min): Uint8Array {
  return mask.map((_, i) => {
    const inside: number[] = [];
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) {
        const u = (i % width) + x;
        const v = Math.floor(i / width) + y;
        if (u >= 0 && v >= 0 && u < width && v < height) inside.push(mask[v * width + u]!);
      }
    return pick(...inside);
  });
}

describe('morphology', () => {
  test('erosion and dilation are the minimum and maximum over the square', () => {
    const bit = integer({ min: 0, max: 1 });
    assert(
      property(array(bit, { minLength: 63, maxLength: 63 }), integer({ min: 1, max: 3 }), (bits, radius) => {
        const mask = Uint8Array.from(bits);
        expect(erode(mask, 9, 7, radius)).toEqual(naive(mask, 9, 7, radius, Math.min));
        expect(dilate(mask, 9, 7, radius)).toEqual(naive(mask, 9, 7, radius, Math.max));
      }),
    );
  });

  test.each([
    [1, 1],
    [5, 40],
    [16, 3],
    [37, 29],
    [64, 20],
  ])('the kernel agrees with the scalar fallback on %d x %d', (width, height) => {
    const mask = Uint8Array.from({ length: width * height }, (_, i) => ((i * 7919) % 13 < 4 ? 1 : 0));
    for (const radius of [1, 2, 5, 12])
      for (const change of [erode, dilate]) {
        const of = () => change(mask, width, height, radius);
        expect(of()).toEqual(withoutKernels(of));
      }
  });

  test('opening removes lines and keeps squares', () => {
    const mask = picture(['#######', '.......', '.###...', '.###...', '.###...']);
    expect(open(mask, 7, 5, 1)).toEqual(picture(['.......', '.......', '.###...', '.###...', '.###...']));
  });
});

describe('filling', () => {
  test('closing fills gaps narrower than the square and keeps wider ones', () => {
    const mask = picture(['##.##...##']);
    expect(close(mask, 10, 1, 1)).toEqual(picture(['#####...##']));
  });

  test('holes are filled, bays that reach the border are not', () => {
    const mask = picture(['.####', '.#..#', '.#.##', '.###.', '.#.#.']);
    expect(fillHoles(mask, 5, 5)).toEqual(picture(['.####', '.####', '.####', '.###.', '.#.#.']));
  });
});

describe('connectedRegions', () => {
  test('lists regions by size with box and mean; corners connect', () => {
    const mask = picture(['##....', '..#...', '.....#']);
    const values = Float32Array.from(mask, (_, i) => i);
    const [first, second, ...others] = connectedRegions(mask, 6, 3, values);
    expect(first).toEqual({ label: 1, area: 3, left: 0, top: 0, right: 3, bottom: 2, mean: 3 });
    expect(second).toEqual({ label: 2, area: 1, left: 5, top: 2, right: 6, bottom: 3, mean: 17 });
    expect(others).toEqual([]);
  });

  test('an empty mask has none', () => {
    expect(connectedRegions(new Uint8Array(6), 3, 2, new Float32Array(6))).toEqual([]);
  });
});
