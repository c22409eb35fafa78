import { createHash } from 'node:crypto';
import { decipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { MarkPresence } from '../../../src/app/ports/verify/engine.ts';
import { examine } from '../../../src/adapters/engine/jobs/examine.ts';
import { inspect } from '../../../src/adapters/engine/jobs/inspect.ts';
import { mark } from '../../../src/adapters/engine/jobs/mark.ts';
import { picturesOfThread } from '../../../src/adapters/engine/seenPictures.ts';
import { ASSET_ID, SETTINGS, sceneSharp, WATERMARK_KEY } from './scenes.ts';

const BOTH = { a: true, b: true, c: false };
const source = await sceneSharp()
  .withExif({ IFD0: { Copyright: 'Ada' } })
  .jpeg({ quality: 85 })
  .toBuffer();
const request = { assetId: ASSET_ID, tracks: BOTH };

// Each test embeds and searches marks, seconds of computing on a slow machine.
describe('mark', { timeout: 90_000 }, () => {
  test('the delivered JPEG carries every asked track, is like the original and keeps its metadata', async () => {
    const marked = await mark(source, request, SETTINGS);
    const bytes = marked.delivered?.bytes;
    if (!bytes) throw new Error('nothing was delivered');
    expect(marked.warnings).toEqual([]);
    expect(marked.tracks.map(({ track }) => track)).toEqual(['a', 'b']);
    for (const report of marked.tracks) {
      expect(report).toMatchObject({ detected: true, recoveredAssetId: ASSET_ID });
      expect(decipherPayload(report.payload as Uint8Array, WATERMARK_KEY)).toBe(ASSET_ID);
    }
    // Marks of 40 dB, and recompression of a file of quality 85, which changes every picture by itself.
    expect(marked.psnrDb).toBeGreaterThan(36);
    expect(marked.ssim).toBeGreaterThan(0.9);

    expect(marked.delivered?.ids.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const [before, after] = [await sharp(source).metadata(), await sharp(bytes).metadata()];
    expect(after).toMatchObject({ format: 'jpeg', width: before.width, height: before.height });
    expect(after.exif?.equals(before.exif as Buffer)).toBe(true);

    const preview = await sharp(marked.preview).metadata();
    expect(preview).toMatchObject({ format: 'webp', width: 384, height: 256 });
    expect(preview.exif).toBeUndefined();
    expect(preview.icc).toBeUndefined();

    const seen = await inspect(bytes, SETTINGS);
    expect(seen.tracks.map(({ track, assetId }) => [track, assetId])).toEqual([
      ['a', ASSET_ID],
      ['b', ASSET_ID],
    ]);
    // The mark's presence is told whether or not it is drawn.
    const { facts, mapPng } = seen.presence as MarkPresence;
    expect(mapPng?.length).toBeGreaterThan(0);
    expect((await inspect(bytes, SETTINGS, false)).presence).toEqual({ facts, mapPng: null });
  });

  test('less strength is less visible; a request goes before the settings', async () => {
    const png = await sceneSharp().png().toBuffer();
    const weak = { ...SETTINGS, strengths: { a: 0.05, b: 0.2, c: 0.4 } };
    const one = { assetId: ASSET_ID, tracks: { a: true, b: false, c: false } };
    const bySettings = await mark(png, one, weak);
    const byRequest = await mark(png, { ...one, strengths: { a: 0.3 } }, weak);
    expect([bySettings, byRequest].map(({ tracks }) => tracks[0]?.strength)).toEqual([0.05, 0.3]);
    expect(bySettings.psnrDb).toBeGreaterThan((byRequest.psnrDb as number) + 4);
    expect((await mark(png, one, SETTINGS)).delivered?.ids).toEqual(byRequest.delivered?.ids);
  });

  test('the same bytes and the same request give the same file', async () => {
    const one = { assetId: ASSET_ID, tracks: { a: true, b: false, c: false } };
    const [first, second] = [await mark(source, one, SETTINGS), await mark(source, one, SETTINGS)];
    expect(first.delivered?.ids).toBeDefined();
    expect(second.delivered?.ids).toEqual(first.delivered?.ids);
  });

  test('a picture that was examined in the same thread gives the same file, and is not kept', async () => {
    const one = { assetId: ASSET_ID, tracks: { a: true, b: false, c: false } };
    const alone = await mark(source, one, SETTINGS);
    await examine(source, SETTINGS);
    expect(picturesOfThread(SETTINGS).whole(source, SETTINGS)).not.toBeNull();
    expect(await mark(source, one, SETTINGS)).toEqual(alone);
    expect(picturesOfThread(SETTINGS).whole(source, SETTINGS)).toBeNull();
  });

  test('a turned picture of 16 bits and alpha keeps its form and carries the mark upright', async () => {
    const png = await sceneSharp()
      .ensureAlpha(0.5)
      .toColourspace('rgb16')
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const marked = await mark(png, { assetId: ASSET_ID, tracks: { a: true, b: false, c: false } }, SETTINGS);
    const after = await sharp(marked.delivered?.bytes as Uint8Array).metadata();
    expect(after).toMatchObject({ format: 'png', depth: 'ushort', channels: 4, orientation: 6 });
    expect(marked.tracks).toMatchObject([{ track: 'a', detected: true }]);
  });

  test('track C is reported as missing, only when asked for', async () => {
    const tiny = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'grey' } })
      .png()
      .toBuffer();
    const marked = await mark(tiny, { assetId: ASSET_ID, tracks: { a: false, b: false, c: true } }, SETTINGS);
    expect(marked.delivered).toBeNull();
    expect(marked.psnrDb).toBeNull();
    expect(marked.tracks).toMatchObject([{ track: 'c', payload: null, detected: false, recoveredAssetId: null }]);
    expect(marked.warnings).toEqual(['Track C is switched off.']);
    expect((await sharp(marked.preview).metadata()).format).toBe('webp');
  });

  test('a picture without room for a mark is not delivered; the warnings say why', async () => {
    const tiny = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'grey' } })
      .png()
      .toBuffer();
    const marked = await mark(tiny, request, SETTINGS);
    expect(marked.delivered).toBeNull();
    expect(marked.tracks).toMatchObject([
      { payload: null, detected: false },
      { payload: null, detected: false },
    ]);
    expect(marked.warnings).toEqual([
      expect.stringMatching(/^Track A was not embedded: ./),
      expect.stringMatching(/^Track B was not embedded: ./),
    ]);
  });
});
