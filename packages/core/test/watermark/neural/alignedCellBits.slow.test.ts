import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { cubicSample } from '../../../src/signal/resample/cubicSample.ts';
import { reducePlane } from '../../../src/signal/resample/resize.ts';
import { applyDelta } from '../../../src/watermark/applyDelta.ts';
import {
  KNOWN_PAYLOAD_Z_MIN,
  payloadZScore,
  alignedSoftBits,
} from '../../../src/watermark/fusion/knownPayloadDetection.ts';
import { makeTrackC } from '../../../src/watermark/neural/trackC.ts';
import { numbers } from '../../vectors/watermarkVectors.ts';
import { waveModem } from './waveModem.ts';

const track = makeTrackC({ id: 'c', defaultStrength: 0.4 }, waveModem);
const KEY = new Uint8Array(32).fill(7);
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 5);
const OTHER = Uint8Array.from(numbers(1, 16), (value) => Math.floor(256 * value));
const SIZE = { width: 480, height: 352 };
const SCENE = renderScene({ ...SIZE, seed: 5 });
const embedding = track.embed(SCENE, PAYLOAD, { key: KEY });
if (!embedding.embedded) throw new Error(embedding.detail);
const MARKED = luma(applyDelta(SCENE, embedding.delta));

function sigmas(view: Plane, key = KEY): readonly [own: number, other: number] {
  const partsOf = alignedSoftBits(view, SIZE, [{ track, key }]);
  return [payloadZScore(partsOf(PAYLOAD), PAYLOAD), payloadZScore(partsOf(OTHER), OTHER)];
}

describe('a payload of track C that is suspected, where the picture lies as it was marked', () => {
  test('is seen in a window that is far too small to be read', () => {
    const view = plane(SIZE.width, SIZE.height);
    for (let y = 120; y < 230; y++)
      for (let x = 150; x < 320; x++) view.data[y * view.width + x] = MARKED.data[y * view.width + x] as number;
    expect(track.extract(view, { key: KEY }).detected).toBe(false);
    const [own, other] = sigmas(view);
    expect(own).toBeGreaterThan(KNOWN_PAYLOAD_Z_MIN);
    expect(Math.abs(other)).toBeLessThan(KNOWN_PAYLOAD_Z_MIN);
  });

  test('is seen at another size, and where registration left a bend', () => {
    const bent = plane(SIZE.width, SIZE.height);
    for (let y = 0; y < SIZE.height; y++)
      for (let x = 0; x < SIZE.width; x++)
        bent.data[y * SIZE.width + x] = cubicSample(MARKED, x + 1.5 * Math.sin(y / 40), y + 1.5 * Math.sin(x / 40));
    for (const view of [reducePlane(MARKED, 300, 220), bent])
      expect(sigmas(view)[0]).toBeGreaterThan(2 * KNOWN_PAYLOAD_Z_MIN);
  });

  test('is not seen with another key, nor in a picture without a mark', () => {
    for (const found of [sigmas(MARKED, new Uint8Array(32).fill(8)), sigmas(luma(SCENE))])
      for (const sigma of found) expect(Math.abs(sigma)).toBeLessThan(KNOWN_PAYLOAD_Z_MIN);
  });
});
