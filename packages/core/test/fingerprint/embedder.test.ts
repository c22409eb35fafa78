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
  const { embedding768, embedding1024, ...rest } = fingerprint(picture, {
    ...HANDCRAFTED,
    embedding768: constant('other', 768),
  });
  const { embedding768: _, embedding1024: own1024, ...ownRest } = fingerprint(picture);
  expect(embedding768).toEqual(new Float32Array(768).fill(200));
  expect(embedding1024).toEqual(own1024);
  expect(rest).toEqual(ownRest);
});

test('the model is named after both embedders', () => {
  expect(embeddingModelOf({ ...HANDCRAFTED, embedding768: constant('other', 768) })).toBe(
    'other+assay-sift-vlad-1024/2',
  );
  expect(embeddingModelOf(HANDCRAFTED)).toBe(EMBEDDING_MODEL);
});
