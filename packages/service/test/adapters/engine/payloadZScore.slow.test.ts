import { KNOWN_PAYLOAD_Z_MIN } from '@assay/core/watermark/fusion/knownPayloadDetection';
import { describe, expect, test } from 'vitest';
import { sharp } from '../../../src/adapters/codec/imageLibrary.ts';
import { compare } from '../../../src/adapters/engine/jobs/compare.ts';
import { inspect } from '../../../src/adapters/engine/jobs/inspect.ts';
import { mark } from '../../../src/adapters/engine/jobs/mark.ts';
import { ASSET_ID, SETTINGS, sceneSharp } from './scenes.ts';

const OTHER_ID = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';

const marked = (id: string) => ({ id, isMarked: true, isMarkRead: false });

// Embeds once and registers several times: seconds of computing on a slow machine.
describe('the mark of a known asset', { timeout: 90_000 }, async () => {
  const reference = await sceneSharp().png().toBuffer();
  const made = await mark(reference, { assetId: ASSET_ID, tracks: { a: true, b: true, c: false } }, SETTINGS);
  const delivered = Buffer.from(made.delivered?.bytes ?? []);
  const worn = await sharp(delivered).resize({ width: 200 }).jpeg({ quality: 50 }).toBuffer();
  const sigmaOf = async (query: Uint8Array, markOf?: string): Promise<number | null> => {
    const request = { query, reference, mapSideMax: null, ...(markOf ? { asset: marked(markOf) } : {}) };
    return (await compare(request, SETTINGS)).payloadZScore;
  };

  test('is seen in a copy from which no track is read', async () => {
    const { tracks } = await inspect(worn, SETTINGS);
    expect(tracks.some(({ detected }) => detected)).toBe(false);
    expect(await sigmaOf(worn, ASSET_ID)).toBeGreaterThan(KNOWN_PAYLOAD_Z_MIN);
  });

  test('is not seen under another asset, in the unmarked original, or unasked', async () => {
    expect(Math.abs((await sigmaOf(worn, OTHER_ID)) ?? 9)).toBeLessThan(5);
    const original = await sharp(reference).resize({ width: 200 }).jpeg({ quality: 50 }).toBuffer();
    expect(Math.abs((await sigmaOf(original, ASSET_ID)) ?? 9)).toBeLessThan(5);
    expect(await sigmaOf(delivered)).toBeNull();
  });

  test('is what another shot is asked about with: neither where a mark that was read has answered', async () => {
    const request = { query: worn, reference, mapSideMax: null };
    const asked = await compare({ ...request, asset: marked(ASSET_ID) }, SETTINGS);
    const answered = await compare({ ...request, asset: { ...marked(ASSET_ID), isMarkRead: true } }, SETTINGS);
    expect(asked.difference?.shot).not.toBeNull();
    // What agrees as it is is not explained any further then: the same is found, not to the last digit of every measure.
    const { regions, overlays, geometry } = asked.difference!;
    expect(answered).toMatchObject({
      registration: asked.registration,
      modifications: asked.modifications,
      payloadZScore: null,
      difference: { shot: null, regions, overlays, geometry },
    });
    expect(regions).toEqual([]);
  });
});
