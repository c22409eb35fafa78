import { AppError } from '@assay/core/errors';
import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/adapters/engine/engine.ts';
import { defaultThreads } from '../../../src/adapters/engine/settings.ts';
import { sceneSharp, WATERMARK_KEY } from './scenes.ts';

const engine = createEngine({
  watermarkKey: WATERMARK_KEY,
  threads: 1,
  bytesMax: 1_000_000,
  modelFolders: { c: null },
});
afterAll(() => engine.close());

const jpeg = await sceneSharp()
  .withExif({ IFD0: { Make: 'Acme' } })
  .jpeg({ quality: 85 })
  .toBuffer();

describe('the engine on its worker', () => {
  test('examine tells facts, names, fingerprint and metadata', async () => {
    const examined = await engine.examine(jpeg);
    expect(examined.facts).toMatchObject({ format: 'jpeg', width: 384, height: 256, jpegQuality: 85 });
    expect(examined.ids.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(examined.ids.unixfsCid).toMatch(/^bafkrei/);
    expect(examined.metadata.tiff).toMatchObject({ Make: 'Acme' });
    const { pdq, pdqDihedral, embedding768, embedding1024, model } = examined.fingerprint;
    expect([pdq.length, pdqDihedral.length, embedding768.length, embedding1024.length]).toEqual([32, 8, 768, 1024]);
    expect(pdqDihedral[0]).toEqual(pdq);
    expect(embedding768).toBeInstanceOf(Float32Array);
    expect(model).not.toBe('');
    expect(jpeg.length).toBeGreaterThan(0);
  });

  test('a map that was drawn before is drawn again for strangers: on another picture, one that tells where alone', async () => {
    const input = await sharp(jpeg).extract({ left: 20, top: 150, width: 96, height: 80 }).png().toBuffer();
    const picture = await sharp(jpeg)
      .composite([{ input, left: 220, top: 40 }])
      .jpeg({ quality: 90 })
      .toBuffer();
    const { mapPng } = await engine.compare({ query: picture, reference: jpeg, mapSideMax: 1024 });
    const greysIn = async (png: Uint8Array) => {
      const { data, info } = await sharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
      return { size: [info.width, info.height], greys: new Set(data) };
    };
    const [fine, coarse] = [await greysIn(mapPng!), await greysIn(await engine.coarseMap(mapPng!, 16))];
    expect(coarse.size).toEqual(fine.size);
    expect(fine.greys.size).toBeGreaterThan(6);
    expect([...coarse.greys].filter((grey) => grey % 51 !== 0)).toEqual([]);
    expect(coarse.greys.size).toBeGreaterThan(1);
  });

  test('what reads no pixels is answered while the only thread for pixels works, and more wait for it', async () => {
    let [ended, told] = [0, false];
    const busy = Array.from({ length: 3 }, () => engine.examine(jpeg).finally(() => ended++));
    const quick = Promise.all([engine.readMetadata(jpeg), engine.emptyMap({ width: 1280, height: 960 }, 320)]);
    const [metadata, map] = await quick.finally(() => (told = ended === 0));
    expect(metadata.tiff).toMatchObject({ Make: 'Acme' });
    expect(await sharp(map).metadata()).toMatchObject({ format: 'png', width: 320, height: 240 });
    expect((await sharp(map).stats()).channels[0]).toMatchObject({ max: 0 });
    expect(told).toBe(true);
    await Promise.all(busy);
  });

  test('an unmarked picture has no track', async () => {
    const { tracks, fingerprint } = await engine.inspect(jpeg);
    // What is looked up has the vectors of what is stored, and no local record.
    const { local, ...vectors } = (await engine.examine(jpeg)).fingerprint;
    expect(local.features.length).toBeGreaterThan(100);
    expect(fingerprint).toEqual(vectors);
    expect(tracks).toMatchObject([
      { track: 'a', detected: false, assetId: null, confidence: 0 },
      { track: 'b', detected: false, assetId: null, confidence: 0 },
    ]);
  });

  test('a delivered file that is marked again, for another asset, names both', async () => {
    const [earlier, later] = ['0198a1de-0000-7000-8000-000000000001', '0198a1de-0000-7000-8000-000000000002'];
    const request = { tracks: { a: true, b: true, c: false }, strengths: {} };
    const first = await engine.mark(jpeg, { ...request, assetId: earlier });
    const second = await engine.mark(first.delivered!.bytes, { ...request, assetId: later });
    const { tracks } = await engine.inspect(second.delivered!.bytes);
    expect(tracks.map(({ assetId }) => assetId)).toEqual([later, later]);
    expect(tracks.map(({ beneathAssetId }) => beneathAssetId)).toContain(earlier);
    const once = await engine.inspect(first.delivered!.bytes);
    expect(once.tracks).toMatchObject([{ assetId: earlier }, { assetId: earlier }]);
    expect(once.tracks.map(({ beneathAssetId }) => beneathAssetId)).toEqual([null, null]);
  });

  test('compare registers a reduced copy, finds a region of another scene in it and draws the map', async () => {
    const size = { width: 720, height: 480 };
    const large = sharp(renderScene({ ...size, seed: 3 }).data, { raw: { ...size, channels: 3 } });
    const reference = await large.clone().jpeg({ quality: 90 }).toBuffer();
    const other = { width: 120, height: 90, channels: 3 } as const;
    const scene = Buffer.from(renderScene({ ...other, seed: 8 }).data);
    const painted = await large
      .composite([{ input: scene, raw: other, left: 300, top: 210 }])
      .png()
      .toBuffer();
    const query = await sharp(painted).resize(600).jpeg({ quality: 90 }).toBuffer();
    const compared = await engine.compare({ query, reference, mapSideMax: 200 });
    expect(compared.registration?.inliers).toBeGreaterThan(25);
    const region = compared.difference?.regions[0];
    if (!region) throw new Error('no region was found');
    // It lies at 5/6 of its place in the reference: x 250..350, y 175..250.
    expect(Math.abs(region.x - 250)).toBeLessThan(30);
    expect(Math.abs(region.x + region.w - 350)).toBeLessThan(30);
    expect(Math.abs(region.y - 175)).toBeLessThan(30);
    expect(Math.abs(region.y + region.h - 250)).toBeLessThan(30);
    const map = await sharp(compared.mapPng as Uint8Array).metadata();
    expect(map).toMatchObject({ format: 'png', width: 200, channels: 1 });
    expect(compared.modifications.map(({ type }) => type)).toContain('local_edit');
  });

  test('another picture does not register, and no map is drawn when none is wanted', async () => {
    const other = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const none = await engine.compare({ query: other, reference: jpeg, mapSideMax: 200 });
    expect(none).toEqual({
      registration: null,
      keypoints: 0,
      difference: null,
      payloadZScore: null,
      markInRegion: null,
      mapPng: null,
      modifications: [],
    });
    expect((await engine.compare({ query: jpeg, reference: jpeg, mapSideMax: null })).mapPng).toBeNull();
  });

  test('a refusal arrives as the codec made it', async () => {
    const text = engine.examine(Buffer.from('only text'));
    await expect(text).rejects.toBeInstanceOf(AppError);
    await expect(text).rejects.toMatchObject({ code: 'INVALID_FILE_TYPE' });
    await expect(engine.inspect(new Uint8Array(1_000_001))).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      extra: { limit: 1_000_000 },
    });
  });

  test('an idle engine is healthy; a closed one is not and refuses work', async () => {
    expect(await engine.healthy()).toBe(true);
    await engine.close();
    expect(await engine.healthy()).toBe(false);
    await expect(engine.examine(jpeg)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

test('settings that make no sense are refused at once', () => {
  expect(() => createEngine({ watermarkKey: new Uint8Array(16) })).toThrow(RangeError);
  expect(() => createEngine({ watermarkKey: WATERMARK_KEY, threads: 0 })).toThrow(RangeError);
  expect(() => createEngine({ watermarkKey: WATERMARK_KEY, pixelsMax: 0.5 })).toThrow(RangeError);
});

test('one core stays for the event loop, one libuv thread for files', () => {
  expect([1, 2, 3, 4, 64].map(defaultThreads)).toEqual([1, 1, 2, 3, 3]);
});
