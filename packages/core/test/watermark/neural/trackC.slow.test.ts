import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane, type Raster } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { cubicSample } from '../../../src/signal/resample/cubicSample.ts';
import { applyDelta } from '../../../src/watermark/applyDelta.ts';
import { makeTrackC } from '../../../src/watermark/neural/trackC.ts';
import { waveModem } from './waveModem.ts';

const track = makeTrackC({ id: 'c', defaultStrength: 0.4 }, waveModem);
const KEY = new Uint8Array(32).fill(7);
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 5);
const SCENE = renderScene({ width: 480, height: 352, seed: 5 });

function marked(picture: Raster): Raster {
  const embedding = track.embed(picture, PAYLOAD, { key: KEY });
  if (!embedding.embedded) throw new Error(embedding.detail);
  return applyDelta(picture, embedding.delta);
}

const MARKED = luma(marked(SCENE));

/** The plane of this size whose sample (x, y) shows that at `from(x, y)`. */
function redrawn(width: number, height: number, from: (x: number, y: number) => readonly [number, number]): Plane {
  const out = plane(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out.data[y * width + x] = cubicSample(MARKED, ...from(x, y));
  return out;
}

const turnedBy = (degrees: number): Plane => {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [u, v] = [(MARKED.width - 1) / 2, (MARKED.height - 1) / 2];
  return redrawn(MARKED.width, MARKED.height, (x, y) => [
    u + cosine * (x - u) - sine * (y - v),
    v + sine * (x - u) + cosine * (y - v),
  ]);
};

describe('track C around its networks', () => {
  test('gives back what was embedded, with few checksums', () => {
    const { detected, payload, confidence, checksums } = track.extract(MARKED, { key: KEY });
    expect([detected, payload]).toEqual([true, PAYLOAD]);
    expect(confidence).toBeGreaterThan(0.8);
    expect(checksums).toBe(1);
  });

  test.each<[string, () => Plane]>([
    ['cut out somewhere', () => redrawn(400, 300, (x, y) => [x + 33, y + 21])],
    ['made smaller', () => redrawn(380, 279, (x, y) => [x * 1.263, y * 1.263])],
    ['stretched', () => redrawn(408, 352, (x, y) => [x / 0.85, y])],
    ['turned by 3 degrees', () => turnedBy(3)],
    ['turned by 90 degrees', () => redrawn(MARKED.height, MARKED.width, (x, y) => [y, MARKED.height - 1 - x])],
    ['mirrored', () => redrawn(MARKED.width, MARKED.height, (x, y) => [MARKED.width - 1 - x, y])],
    [
      'bent',
      () => redrawn(MARKED.width, MARKED.height, (x, y) => [x + 1.8 * Math.sin(y / 40), y + 1.8 * Math.sin(x / 40)]),
    ],
  ])('is read from a picture that was %s', (_name, change) => {
    expect(track.extract(change(), { key: KEY }).payload).toEqual(PAYLOAD);
  });

  test('is not read with another key, nor from a picture without a mark', () => {
    const other = track.extract(MARKED, { key: new Uint8Array(32).fill(8) });
    const none = track.extract(luma(SCENE), { key: KEY });
    for (const { detected, payload, confidence } of [other, none])
      expect([detected, payload, confidence]).toEqual([false, null, 0]);
  });

  test('spends no more than its bounds, and changes with the strength', () => {
    const at = (strength: number) => track.embed(SCENE, PAYLOAD, { key: KEY, strength });
    const [weak, usual] = [at(0.1), at(0.4)];
    if (!weak.embedded || !usual.embedded) throw new Error('not embedded');
    expect(usual.psnrDb).toBeGreaterThan(40.5);
    expect(weak.psnrDb).toBeGreaterThan(usual.psnrDb + 2);
    expect(usual.ssim).toBeGreaterThan(0.98);
  });

  test('refuses what is too small, and strengths outside (0, 1]', () => {
    const small = renderScene({ width: 90, height: 200, seed: 1 });
    expect(track.embed(small, PAYLOAD, { key: KEY })).toMatchObject({ embedded: false, reason: 'too-small' });
    expect(() => track.embed(SCENE, PAYLOAD, { key: KEY, strength: 0 })).toThrow(RangeError);
  });
});
