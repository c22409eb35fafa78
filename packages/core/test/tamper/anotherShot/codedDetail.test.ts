import { describe, expect, test } from 'vitest';
import { type Plane, plane, type Raster } from '../../../src/raster.ts';
import { quantisationSteps, quantiseBlocks, transformBlock } from '../../../src/signal/blockQuantisation.ts';
import { blockSteps } from '../../../src/tamper/anotherShot/blockSteps.ts';
import { codedDetail } from '../../../src/tamper/anotherShot/codedDetail.ts';

const SIZE = { width: 256, height: 192 };
const COUNT = SIZE.width * SIZE.height;
const EVERYWHERE = new Uint8Array(COUNT).fill(1);

function photo(seed: number, deviation = 3): Plane {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const out = plane(SIZE.width, SIZE.height);
  for (let i = 0; i < COUNT; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    const texture = x > 128 ? 20 * Math.sin(x / 3 + Math.cos(y / 4)) : 0;
    const noise = 2 * deviation * (uniform() + uniform() + uniform() - 1.5);
    out.data[i] = Math.round(120 + 30 * Math.sin(x / 60) + 20 * Math.cos(y / 45) + texture + noise);
  }
  return out;
}

const raster = ({ width, height, data }: Plane): Raster => ({
  width,
  height,
  channels: 1,
  depth: 8,
  data: Uint8Array.from(data),
});

const blocksOf = ({ width, height, data }: Plane): Float32Array[] => {
  const out: Float32Array[] = [];
  for (let y = 0; y < height; y += 8)
    for (let x = 0; x < width; x += 8) {
      const block = Float32Array.from({ length: 64 }, (_, i) => data[(y + (i >> 3)) * width + x + (i & 7)] as number);
      transformBlock(block);
      out.push(block);
    }
  return out;
};

describe('steps of a codec', () => {
  test.each([40, 75, 90])('are found in what JPEG of quality %i left', (quality) => {
    const { steps, found } = blockSteps(blocksOf(quantiseBlocks(photo(1), quality)));
    const right = quantisationSteps(quality);
    expect(found).toBeGreaterThan(0.8);
    for (const k of [1, 2, 8, 9, 16]) expect(Number.isFinite(steps[k]) ? steps[k] : right[k]).toBe(right[k]);
  });

  test('are not found in a picture that was not coded', () => {
    expect(blockSteps(blocksOf(photo(1))).found).toBeLessThan(0.3);
  });
});

describe('what a codec does not explain', () => {
  test.each([40, 75, 90])('of a copy at quality %i hardly anything, of another shot its noise', (quality) => {
    const coded = (picture: Plane) => {
      const query = quantiseBlocks(picture, quality);
      return codedDetail(raster(query), query, photo(1), EVERYWHERE);
    };
    const [copy, shot] = [coded(photo(1)), coded(photo(2))];
    for (const place of ['quiet', 'textured'] as const) {
      expect(copy?.[place].low).toBeLessThan(0.1);
      expect(shot?.[place].low).toBeGreaterThan(quality === 40 ? 0.2 : 2);
    }
  });

  test.each([5, 10])(
    'nothing is told at quality %i, whose steps explain the noise of another shot as well',
    (quality) => {
      for (const seed of [1, 2]) {
        const query = quantiseBlocks(photo(seed), quality);
        expect(codedDetail(raster(query), query, photo(1), EVERYWHERE)).toBeNull();
      }
    },
  );

  test('is not asked where no grid is to be seen, nor where little may be judged', () => {
    expect(codedDetail(raster(photo(1)), photo(1), photo(1), EVERYWHERE)).toBeNull();
    const query = quantiseBlocks(photo(1), 75);
    expect(codedDetail(raster(query), query, photo(1), new Uint8Array(COUNT))).toBeNull();
  });

  test('tells the two apart by low frequencies where the working picture is smaller, and not where it is much smaller', () => {
    const smaller = (from: Plane, factor: number): Plane => {
      const out = plane(SIZE.width / factor, SIZE.height / factor);
      for (let i = 0; i < out.data.length; i++) {
        const [x, y] = [(i % out.width) * factor, Math.floor(i / out.width) * factor];
        let sum = 0;
        for (let v = 0; v < factor; v++)
          for (let u = 0; u < factor; u++) sum += from.data[(y + v) * SIZE.width + x + u] as number;
        out.data[i] = sum / factor ** 2;
      }
      return out;
    };
    const coded = (picture: Plane, factor: number) => {
      const [query, fitted] = [quantiseBlocks(picture, 75), smaller(photo(1), factor)];
      return codedDetail(raster(query), smaller(query, factor), fitted, new Uint8Array(fitted.data.length).fill(1));
    };
    const [copy, shot] = [coded(photo(1), 2), coded(photo(2), 2)];
    expect(copy?.textured.low).toBeLessThan(0.1);
    expect(shot?.textured.low).toBeGreaterThan(10 * (copy?.textured.low as number));
    expect(coded(photo(1), 4)).toBeNull();
  });
});
