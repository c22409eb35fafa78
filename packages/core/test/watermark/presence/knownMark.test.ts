import { expect, test } from 'vitest';
import { luma } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { type Affine, scaling } from '../../../src/watermark/affine.ts';
import { encodePayload } from '../../../src/watermark/payload/payloadFrame.ts';
import { knownMark } from '../../../src/watermark/presence/knownMark.ts';
import { pictureSpectrum } from '../../../src/watermark/tile/spectrum/pictureSpectrum.ts';
import { whiten } from '../../../src/watermark/tile/spectrum/whitening.ts';
import { makeTrack } from '../../../src/watermark/tracks.ts';

test('a pose that is named twice finds what it finds alone, also with a zero of the other sign', () => {
  const spectrum = pictureSpectrum(whiten(luma(renderScene({ width: 240, height: 160, seed: 5 }))));
  const layout = makeTrack('a').carriers!.layoutOf(new Uint8Array(32).fill(3));
  const coded = encodePayload(new Uint8Array(16).fill(9));
  const found = (...poses: Affine[]) => {
    const { table, pose: _, ...mark } = knownMark(spectrum, layout, poses, coded);
    return { ...mark, table: Buffer.from(table.buffer).toString('base64') };
  };
  const [upright, larger] = [scaling(1), scaling(1.25)];
  const asRead = { ...upright, b: -0 };
  expect(found(asRead, upright, larger, upright)).toEqual(found(asRead, larger));
  expect(found(asRead)).toEqual(found(upright));
});
