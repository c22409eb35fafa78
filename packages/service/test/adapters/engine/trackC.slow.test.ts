/** Track C with the models that the repository ships. */
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { renderScene } from '@assay/core/scene/renderScene';
import { trackDefinition } from '@assay/core/watermark/tracks';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/adapters/engine/engine.ts';
import { inspect } from '../../../src/adapters/engine/jobs/inspect.ts';
import { mark } from '../../../src/adapters/engine/jobs/mark.ts';
import { installedTracks } from '../../../src/adapters/engine/installedTracks.ts';
import { missingNetworks, networksIn } from '../../../src/adapters/models/trackNetworks.ts';
import { SHIPPED_MODELS } from '../../../src/adapters/models/modelFile.ts';
import { ASSET_ID, SETTINGS, WATERMARK_KEY } from './scenes.ts';

const WITH_C = { ...SETTINGS, modelFolders: { c: SHIPPED_MODELS } };
const TRACK_C = trackDefinition('c');
const SIZE = { width: 720, height: 480 };
const source = await sharp(renderScene({ ...SIZE, seed: 3 }).data, { raw: { ...SIZE, channels: 3 } })
  .jpeg({ quality: 92 })
  .toBuffer();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-models-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the shipped models of track C', { timeout: 90_000 }, () => {
  test('an upload with all three tracks is read back by all three, within the budget of quality', async () => {
    const marked = await mark(source, { assetId: ASSET_ID, tracks: { a: true, b: true, c: true } }, WITH_C);
    expect(marked.warnings).toEqual([]);
    expect(marked.tracks.map(({ track, recoveredAssetId }) => [track, recoveredAssetId])).toEqual([
      ['a', ASSET_ID],
      ['b', ASSET_ID],
      ['c', ASSET_ID],
    ]);
    expect(marked.psnrDb).toBeGreaterThan(37);
    expect(marked.ssim).toBeGreaterThan(0.95);
  });

  test('alone it survives what a site does, a mirror and a quarter turn, and names the asset as A and B do', async () => {
    const request = { assetId: ASSET_ID, tracks: { a: false, b: false, c: true } };
    const marked = await mark(source, request, WITH_C);
    const bytes = marked.delivered?.bytes as Uint8Array;
    expect(marked.psnrDb).toBeGreaterThan(38);
    for (const edited of [
      await sharp(bytes).resize(480).jpeg({ quality: 60 }).toBuffer(),
      await sharp(bytes).flop().png().toBuffer(),
      await sharp(bytes).rotate(90).png().toBuffer(),
    ]) {
      const { tracks } = await inspect(edited, WITH_C);
      expect(tracks.find(({ track }) => track === 'c')).toMatchObject({ detected: true, assetId: ASSET_ID });
      expect(tracks.filter(({ track }) => track !== 'c').some(({ detected }) => detected)).toBe(false);
    }
  });

  test('a worker of the engine loads them, and finds nothing in a picture without a mark', async () => {
    const engine = createEngine({ watermarkKey: WATERMARK_KEY, threads: 1 });
    const { tracks } = await engine.inspect(source).finally(() => engine.close());
    expect(tracks).toMatchObject(['a', 'b', 'c'].map((track) => ({ track, detected: false, assetId: null })));
  });
});

describe('models that are not as they should be', () => {
  test('a folder without them is a track that is missing; the words for uploaders name no folder', () => {
    const missing = missingNetworks(TRACK_C, folder);
    expect(missing?.detail).toContain(`${folder} lacks track-c-encoder`);
    expect(missing?.reason).toBe('Track C needs a neural model, none is installed.');
    expect(installedTracks({ c: folder }, ['c'])).toEqual({ tracks: [], missing: { c: missing } });
  });

  test('a model of another SHA-256 than its side-car says is refused with both', async () => {
    for (const name of ['track-c-encoder.onnx', 'track-c-encoder.json', 'track-c-decoder.json'])
      await copyFile(path.join(SHIPPED_MODELS, name), path.join(folder, name));
    const decoder = await readFile(path.join(SHIPPED_MODELS, 'track-c-decoder.onnx'));
    decoder[1000] = (decoder[1000] as number) ^ 1;
    await writeFile(path.join(folder, 'track-c-decoder.onnx'), decoder);
    expect(() => missingNetworks(TRACK_C, folder)).toThrow(
      /track-c-decoder\.onnx: its SHA-256 is [0-9a-f]{64}, .* says [0-9a-f]{64}/,
    );
    expect(() => createEngine({ watermarkKey: WATERMARK_KEY, modelFolders: { c: folder } })).toThrow('SHA-256');
  });

  test('a model of something else is refused by its inputs', async () => {
    for (const kind of ['encoder', 'decoder'])
      for (const ending of ['onnx', 'json'])
        await copyFile(
          path.join(SHIPPED_MODELS, `track-c-decoder.${ending}`),
          path.join(folder, `track-c-${kind}.${ending}`),
        );
    expect(() => TRACK_C.make(TRACK_C, networksIn(folder))).toThrow("track C's encoder: expected inputs luma, symbols");
  });
});
