// What becomes of marks that writing the file takes away.
import { describe, expect, test, vi } from 'vitest';
import { mark } from '../../../src/adapters/engine/jobs/mark.ts';
import { ASSET_ID, SETTINGS, sceneSharp } from './scenes.ts';

/** How the file is written in these tests: a blur that no fine carrier passes, then PNG. */
const written = vi.hoisted(() => ({ blurSigma: 0 }));

vi.mock('../../../src/adapters/codec/encodeLike.ts', async () => {
  const { sharp } = await import('../../../src/adapters/codec/imageLibrary.ts');
  return {
    encodeLike: (
      _source: Uint8Array,
      _facts: unknown,
      { width, height, data }: { width: number; height: number; data: Uint8Array },
    ) =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .blur(written.blurSigma)
        .png()
        .toBuffer(),
  };
});

const source = await sceneSharp().png().toBuffer();
const request = { assetId: ASSET_ID, tracks: { a: true, b: true, c: false } };

describe('verify after write', { timeout: 90_000 }, () => {
  test('marks that cannot be read back from the written file are not claimed, and the file is not delivered', async () => {
    written.blurSigma = 12;
    const marked = await mark(source, request, SETTINGS);
    expect(marked.tracks).toMatchObject([
      { track: 'a', payload: null, detected: false, recoveredAssetId: null },
      { track: 'b', payload: null, detected: false, recoveredAssetId: null },
    ]);
    expect(marked).toMatchObject({ delivered: null, psnrDb: null, ssim: null });
    expect(marked.warnings).toEqual([
      'Track A is not claimed: it cannot be read back from the written file.',
      'Track B is not claimed: it cannot be read back from the written file.',
    ]);
  });

  test('marks that can are claimed', async () => {
    written.blurSigma = 0.3;
    const marked = await mark(source, request, SETTINGS);
    expect(marked.tracks.map(({ detected, payload }) => detected && payload !== null)).toEqual([true, true]);
    expect(marked.delivered).not.toBeNull();
    expect(marked.warnings).toEqual([]);
  });
});
