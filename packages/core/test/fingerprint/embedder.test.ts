import { type Embedder, embeddingModelOf, HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import { EMBEDDING_MODEL, fingerprint } from '@assay/core/fingerprint/fingerprint';
import { expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

const constant = (name: string, length: number): Embedder => ({
  name,
  embed: ({ canvas }) => new Float32Array(length).fill(canvas.luma.width),
});

test('a fingerprint has the vectors of the embedders it is given, and everything else as ever', () => {
  const picture = deadLeaves(200, 150, 1);
  const { clip, dino, ...rest } = fingerprint(picture, { ...HANDCRAFTED, clip: constant('other', 768) });
  const { clip: _, dino: ownDino, ...ownRest } = fingerprint(picture);
  expect(clip).toEqual(new Float32Array(768).fill(200));
  expect(dino).toEqual(ownDino);
  expect(rest).toEqual(ownRest);
});

test('the model is named after both embedders', () => {
  expect(embeddingModelOf({ ...HANDCRAFTED, clip: constant('other', 768) })).toBe('other+assay-sift-vlad-1024/2');
  expect(embeddingModelOf(HANDCRAFTED)).toBe(EMBEDDING_MODEL);
});
