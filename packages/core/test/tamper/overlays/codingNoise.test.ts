import { describe, expect, test } from 'vitest';
import type { AlignedPictures } from '../../../src/tamper/alignment/alignPictures.ts';
import { noiseAround, noiseOnEdges, NOISE_MAX, quietDifference } from '../../../src/tamper/overlays/codingNoise.ts';
import { connectedRegions } from '../../../src/tamper/regions/morphology.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const [WIDTH, HEIGHT] = [96, 64];
const SIZE = { width: WIDTH, height: HEIGHT };
const column = (i: number): number => i % WIDTH;
/** Stripes of 16 px, light and dark. */
const stripes = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => (column(i) % 32 < 16 ? 60 : 160));
const isEdge = (i: number): boolean => [15, 0].includes(column(i) % 16);
const changed = Uint8Array.from(stripes, (_, i) => (column(i) < 20 && i < 20 * WIDTH ? 1 : 0));

/** Off by as much as `size` tells, at random. */
function compared(size: (i: number) => number): Pick<AlignedPictures, 'query' | 'fitted' | 'inside'> {
  const uniform = seededUniform(2);
  const off = stripes.map((value, i) => value + size(i) * (2 * uniform() - 1));
  return {
    query: { ...SIZE, channels: [off, off, off] },
    fitted: { ...SIZE, channels: [stripes, stripes, stripes] },
    inside: new Uint8Array(stripes.length).fill(1),
  };
}

/** Of noise that is even over [-1, 1] the median of |x| is a half. */
const deviation = (size: number): number => size / 2 / 0.6745;

describe('noise of coding', () => {
  test('on edges is told by what edges are off by, whatever lies between them', () => {
    expect(
      noiseOnEdges(
        compared((i) => (isEdge(i) ? 4 : 0)),
        changed,
      ),
    ).toBeCloseTo(deviation(4), 0);
    expect(
      noiseOnEdges(
        compared((i) => (isEdge(i) ? 0 : 4)),
        changed,
      ),
    ).toBe(0);
    expect(
      noiseOnEdges(
        compared(() => 60),
        changed,
      ),
    ).toBe(NOISE_MAX);
  });

  test('in quiet places is told by what nine in ten of them are off by at most', () => {
    expect(
      quietDifference(
        compared((i) => (isEdge(i) ? 60 : 0)),
        changed,
      ),
    ).toBe(0);
    const some = quietDifference(
      compared((i) => (isEdge(i) ? 0 : 20)),
      changed,
    );
    expect(some).toBeGreaterThan(16);
    expect(some).toBeLessThan(20);
  });

  test('around a region is that of 24 px beside it, and not of the region', () => {
    const labels = new Int32Array(changed.length);
    const [region] = connectedRegions(changed, WIDTH, HEIGHT, new Float32Array(changed.length), labels);
    const isNear = (i: number): boolean => column(i) < 44 && i < 44 * WIDTH;
    expect(
      noiseAround(
        compared((i) => (isNear(i) && changed[i] === 0 ? 4 : 60)),
        changed,
        region!,
      ),
    ).toBeCloseTo(deviation(4), 0);
    expect(
      noiseAround(
        compared((i) => (isNear(i) ? 0 : 60)),
        changed,
        region!,
      ),
    ).toBe(0);
  });

  test('is none where too little is left to tell', () => {
    expect(
      noiseOnEdges(
        compared(() => 60),
        changed.slice().fill(1),
      ),
    ).toBe(0);
    expect(
      quietDifference(
        compared(() => 60),
        changed.slice().fill(1),
      ),
    ).toBe(0);
  });
});
