import type { Raster } from '@assay/core/raster';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { encipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import { describe, expect, test } from 'vitest';
import { attack } from '../../../src/adapters/engine/jobs/attack.ts';
import { mark } from '../../../src/adapters/engine/jobs/mark.ts';
import { attackOutcomes, ROBUSTNESS_ATTACKS } from '../../../src/adapters/engine/robustness.ts';
import type { AttackOutcome } from '@assay/core/provenance/attackOutcomes';
import { plainTracks } from '@assay/core/watermark/tracks';
import { trackKeys } from '../../../src/adapters/engine/tracks.ts';
import { ASSET_ID, SCENE, SETTINGS, sceneSharp, WATERMARK_KEY } from './scenes.ts';

const OTHER_ID = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';

const marked = embedTracks(SCENE, encipherPayload(ASSET_ID, WATERMARK_KEY), {
  tracks: plainTracks(),
  keys: trackKeys(WATERMARK_KEY),
}).picture;

/** The same picture in 16 bits with an alpha channel. */
function inSixteenBits({ width, height, data }: Raster): Raster {
  const out = new Uint16Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) out[4 * i + c] = (data[3 * i + c] as number) * 257;
    out[4 * i + 3] = 40_000;
  }
  return { width, height, channels: 4, depth: 16, data: out };
}

const survivedOf = (outcomes: readonly AttackOutcome[]): number => outcomes.filter(({ survived }) => survived).length;

// Twelve extractions a score, seconds of computing on a slow machine.
describe('robustness score', { timeout: 90_000 }, () => {
  test('is the share of twelve attacks that a mark survives: 0 where the marks name another asset', async () => {
    expect(Object.keys(ROBUSTNESS_ATTACKS)).toHaveLength(12);
    const outcomes = await attackOutcomes(marked, ASSET_ID, SETTINGS);
    expect(outcomes.map(({ attack }) => attack)).toEqual(Object.keys(ROBUSTNESS_ATTACKS));
    expect(survivedOf(outcomes)).toBeGreaterThan(8);
    expect(survivedOf(await attackOutcomes(marked, OTHER_ID, SETTINGS))).toBe(0);
  });

  test('does not depend on depth and alpha of the file, nor on chance', async () => {
    const plain = await attackOutcomes(marked, ASSET_ID, SETTINGS);
    expect(await attackOutcomes(inSixteenBits(marked), ASSET_ID, SETTINGS)).toEqual(plain);
  });

  test('every attack changes the picture and gives 8 bits without alpha, of grey pictures too', async () => {
    const grey = { width: 96, height: 80, channels: 1 as const, depth: 8 as const, data: new Uint8Array(96 * 80) };
    for (let i = 0; i < grey.data.length; i++) grey.data[i] = (i * 37) % 251;
    const colour = { ...grey, channels: 3 as const, data: new Uint8Array(3 * 96 * 80) };
    for (let i = 0; i < colour.data.length; i++) colour.data[i] = (i * 37) % 251;
    for (const start of [grey, colour])
      for (const [name, attack] of Object.entries(ROBUSTNESS_ATTACKS)) {
        const { width, height, channels, depth, data } = await attack(start);
        expect(depth, name).toBe(8);
        expect([1, 3], name).toContain(channels);
        expect(data.length, name).toBe(width * height * channels);
        expect(Buffer.from(data).equals(Buffer.from(start.data)), name).toBe(false);
      }
  });

  test('is measured on the delivered file', async () => {
    const png = await sceneSharp().png().toBuffer();
    const request = { assetId: ASSET_ID, tracks: { a: true, b: true, c: false } };
    const { delivered } = await mark(png, request, SETTINGS);
    const bytes = delivered?.bytes as Uint8Array;
    const { outcomes, deltaE } = await attack({ bytes, original: png, assetId: ASSET_ID }, SETTINGS);
    expect(outcomes).toHaveLength(12);
    expect(survivedOf(outcomes)).toBeGreaterThan(8);
    expect(deltaE).toBeGreaterThan(0.2);
    expect(deltaE).toBeLessThan(3);
    // The same file beside itself looks the same.
    const itself = await attack({ bytes, original: bytes, assetId: ASSET_ID }, SETTINGS);
    expect(itself).toEqual({ outcomes, deltaE: 0 });
  });

  test('how the marks look stays open beside an original of another size, and without one', async () => {
    const png = await sceneSharp().png().toBuffer();
    const smaller = await sceneSharp().resize(200).png().toBuffer();
    for (const original of [smaller, null]) {
      const { deltaE } = await attack({ bytes: png, original, assetId: ASSET_ID }, SETTINGS);
      expect(deltaE).toBeNull();
    }
  });
});
