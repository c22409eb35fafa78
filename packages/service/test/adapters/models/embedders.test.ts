import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import type { Raster } from '@assay/core/raster';
import { norm } from '@assay/core/signal/unitVector';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_SIMILARITY } from '../../../src/adapters/models/builtInSimilarity.ts';
import { loadEmbedders, openEmbedder } from '../../../src/adapters/models/embedders.ts';
import { type TinyNetwork, writeTinyModel } from '../../support/tinyOnnx.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-models-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CLIP: TinyNetwork = { size: 16, length: 768, kind: 'vector', seed: 1 };
const DINO: TinyNetwork = { size: 16, length: 1024, kind: 'tokens', seed: 2 };

/** Red on the left, blue on the right. */
const picture: Raster = {
  width: 64,
  height: 48,
  channels: 3,
  depth: 8,
  data: Uint8Array.from({ length: 64 * 48 * 3 }, (_, i) => ((i % 3 === 0) === Math.floor(i / 3) % 64 < 32 ? 200 : 20)),
};

/** What a person is told of a model that cannot be used. */
async function problem(network: TinyNetwork, sideCar: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const model = await writeTinyModel(folder, 'wrong', network, sideCar);
  try {
    loadEmbedders({ embedding768: model, embedding1024: null });
    return 'no problem';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a file takes the place of a built-in embedder, and its name says which weights made the vectors', async () => {
  const embedding768 = await writeTinyModel(folder, 'tiny-clip', CLIP);
  const embedding1024 = await writeTinyModel(folder, 'tiny-dino', DINO);
  const { embedders } = loadEmbedders({ embedding768, embedding1024 });
  expect(embedders.embedding768.name).toMatch(/^tiny-clip@[0-9a-f]{12}$/);
  const print = fingerprint(picture, embedders);
  expect(print.embedding768).toHaveLength(768);
  expect(print.embedding1024).toHaveLength(1024);
  for (const vector of [print.embedding768, print.embedding1024]) expect(norm(vector)).toBeCloseTo(1, 5);
  expect(print.pdq).toEqual(fingerprint(picture).pdq);
  const other = await writeTinyModel(folder, 'tiny-clip-2', { ...CLIP, seed: 9 }, { name: 'tiny-clip' });
  expect(loadEmbedders({ embedding768: other, embedding1024 }).embedders.embedding768.name).not.toBe(
    embedders.embedding768.name,
  );
});

test('nothing set, nothing changes', () => {
  const { embedders, similarity } = loadEmbedders({ embedding768: null, embedding1024: null });
  expect(embedders.embedding1024).toBe(HANDCRAFTED.embedding1024);
  expect(similarity).toBe(BUILT_IN_SIMILARITY);
});

test('similarities of a file are read by its own calibration, and averaged after it', async () => {
  const embedding768 = await writeTinyModel(folder, 'calibrated', CLIP, { calibration: { floor: 0.3, match: 0.7 } });
  const { similarity } = loadEmbedders({ embedding768, embedding1024: null });
  expect(similarity.knots.embedding768).toEqual({ floor: 0.3, match: 0.7 });
  expect(similarity.knots.embedding1024).toEqual(BUILT_IN_SIMILARITY.knots.embedding1024);
  expect(similarity.knots.average).toBeNull();
  expect(similarity.name).not.toBe(BUILT_IN_SIMILARITY.name);
});

test('the first token and the mean of the others are different vectors of one output', async () => {
  const of = async (take: string) => {
    const model = await writeTinyModel(folder, take, DINO, { output: { name: 'features', take } });
    return fingerprint(picture, loadEmbedders({ embedding768: null, embedding1024: model }).embedders).embedding1024;
  };
  const [first, mean] = [await of('first_token'), await of('mean_token')];
  // The first pixel is red, the others are red and blue.
  let likeness = 0;
  for (let i = 0; i < 1024; i++) likeness += (first[i] as number) * (mean[i] as number);
  expect(likeness).toBeLessThan(0.99);
});

test('a flat picture is the first axis, whatever a network says of it', async () => {
  const embedding768 = await writeTinyModel(folder, 'flat', CLIP);
  const flat = { ...picture, data: new Uint8Array(picture.data.length).fill(90) };
  const print = fingerprint(flat, loadEmbedders({ embedding768, embedding1024: null }).embedders);
  expect(print.embedding768[0]).toBe(1);
});

describe('a model that cannot be used is refused with setting, file and reason', () => {
  test('other length', async () => {
    const message = await problem({ ...CLIP, length: 512 });
    expect(message).toMatch(/^ASSAY_CLIP_MODEL: .*wrong\.onnx: .*gives 512 numbers.*where 768 are needed/);
  });
  test('other input size', async () => {
    const input = { size: 24, fit: 'stretch', mean: [0, 0, 0], std: [1, 1, 1] };
    expect(await problem(CLIP, { input })).toMatch(/^ASSAY_CLIP_MODEL: .*wrong\.onnx: fails on a picture/);
  });
  test('other output', async () => {
    expect(await problem(CLIP, { output: { name: 'pooled' } })).toMatch(/no output "pooled"; its outputs are features/);
  });
  test('more than one input', async () => {
    expect(await problem({ ...CLIP, kind: 'two inputs' })).toMatch(/must have one input.*picture, mask/);
  });
  test('the same for every picture', async () => {
    expect(await problem({ ...CLIP, kind: 'constant' })).toMatch(/same vector for two pictures/);
  });
  test('bytes that are not the described ones', async () => {
    expect(await problem(CLIP, { sha256: '0'.repeat(64) })).toMatch(/ASSAY_CLIP_MODEL: .*its SHA-256 is/);
  });
  test('no ONNX file', async () => {
    const model = await writeTinyModel(folder, 'wrong', CLIP);
    await writeFile(model, 'not a network');
    expect(() => openEmbedder('embedding768', model)).toThrow(/ASSAY_CLIP_MODEL: .*SHA-256/);
  });
  test('no calibration', async () => {
    expect(await problem(CLIP, { calibration: undefined })).toMatch(
      /ASSAY_CLIP_MODEL: .*wrong\.json: has no "calibration".*assay models calibrate clip/,
    );
  });
  test.each([
    ['input', { input: { size: 16, fit: 'squeeze', mean: [0, 0, 0], std: [1, 1, 1] } }],
    ['std', { input: { size: 16, fit: 'stretch', mean: [0, 0, 0], std: [1, 0, 1] } }],
    ['name', { name: 'a name with blanks' }],
    ['floor < match', { calibration: { floor: 0.9, match: 0.2 } }],
    ['resize', { input: { size: 16, resize: 8, fit: 'crop', mean: [0, 0, 0], std: [1, 1, 1] } }],
  ])('a side-car that is wrong about %s', async (what, sideCar) => {
    const message = await problem(CLIP, sideCar);
    expect(message).toMatch(/^ASSAY_CLIP_MODEL: .*wrong\.json: /);
    expect(message).toContain(what);
  });
  test('no such file', () => {
    expect(() => loadEmbedders({ embedding768: null, embedding1024: path.join(folder, 'nowhere.onnx') })).toThrow(
      /^ASSAY_DINO_MODEL: .*nowhere/,
    );
  });
});
