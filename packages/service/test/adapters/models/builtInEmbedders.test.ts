import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { SIMILARITY_THRESHOLD, similarity } from '@assay/core/fingerprint/similarity';
import type { Raster } from '@assay/core/raster';
import { dot, norm } from '@assay/core/signal/unitVector';
import { describe, expect, test } from 'vitest';
import { deadLeaves } from '../../../../core/test/pictures/deadLeaves.ts';
import { BUILT_IN, loadEmbedders } from '../../../src/adapters/models/embedders.ts';

const { embedders, similarity: config } = loadEmbedders(BUILT_IN);
const printOf = (picture: Raster) => fingerprint(picture, embedders);

/** The picture with its pixels elsewhere. */
function moved(picture: Raster, turned: boolean, from: (x: number, y: number) => readonly [number, number]): Raster {
  const [width, height] = turned ? [picture.height, picture.width] : [picture.width, picture.height];
  const data = new Uint8Array(picture.data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = from(x, y);
      const at = (v * picture.width + u) * 3;
      data.set(picture.data.subarray(at, at + 3), (y * width + x) * 3);
    }
  return { ...picture, width, height, data };
}

test('both vectors have their length, and length 1', () => {
  const { embedding768, embedding1024 } = printOf(deadLeaves(200, 150, 1));
  expect([embedding768.length, embedding1024.length]).toEqual([768, 1024]);
  for (const vector of [embedding768, embedding1024]) expect(norm(vector)).toBeCloseTo(1, 5);
});

test('the names say which weights made the vectors', () => {
  expect(embedders.embedding768.name).toMatch(/^assay-copy-768\/2@[0-9a-f]{12}$/);
});

describe('a copy that is turned or mirrored', () => {
  const scene = deadLeaves(240, 180, 5);
  const stored = printOf(scene);
  const impostors = [6, 7, 8, 9].map((seed) => printOf(deadLeaves(240, 180, seed)));
  test.each([
    ['mirrored', moved(scene, false, (x, y) => [239 - x, y])],
    ['turned by a quarter', moved(scene, true, (x, y) => [y, 179 - x])],
    ['turned by a half', moved(scene, false, (x, y) => [239 - x, 179 - y])],
  ])('%s is nearer than every other picture, by either vector', (_, copy) => {
    const query = printOf(copy);
    for (const vector of ['embedding768', 'embedding1024'] as const) {
      const own = dot(query[vector], stored[vector]);
      for (const impostor of impostors) expect(dot(query[vector], impostor[vector])).toBeLessThan(own - 0.1);
    }
  });
});

test('the same picture reads 1, a smaller copy above the threshold', () => {
  const scene = deadLeaves(400, 300, 3);
  const half = moved({ ...scene }, false, (x, y) => [x, y]);
  expect(similarity(printOf(half), printOf(scene), config).average).toBeCloseTo(1, 4);
  const data = Uint8Array.from({ length: 200 * 150 * 3 }, (_, i) => {
    const [x, y, c] = [Math.floor(i / 3) % 200, Math.floor(i / 600), i % 3];
    const at = (dx: number, dy: number) => scene.data[((2 * y + dy) * 400 + 2 * x + dx) * 3 + c] as number;
    return Math.round((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4);
  });
  const small: Raster = { ...scene, width: 200, height: 150, data };
  const alike = similarity(printOf(small), printOf(scene), config);
  expect(alike.embedding768).toBeGreaterThanOrEqual(SIMILARITY_THRESHOLD);
  expect(alike.average).toBeGreaterThanOrEqual(SIMILARITY_THRESHOLD);
});
