import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane, type Raster } from '../../src/raster.ts';
import { renderScene } from '../../src/scene/renderScene.ts';
import { psnr } from '../../src/signal/metrics.ts';
import { reducePlane, resizeBilinear } from '../../src/signal/resample/resize.ts';
import { applyDelta } from '../../src/watermark/applyDelta.ts';
import { makeTrack } from '../../src/watermark/tracks.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 7 * i + 2);
const OTHER_KEY = Uint8Array.from({ length: 32 }, (_, i) => 7 * i + 3);
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 5);
const SCENE = renderScene({ width: 448, height: 320, seed: 11 });

function mark(picture: Raster, track: typeof trackA, key = KEY): Raster {
  const embedding = track.embed(picture, PAYLOAD, { key });
  if (!embedding.embedded) throw new Error(embedding.detail);
  return applyDelta(picture, embedding.delta);
}

function mapped({ width, height }: Plane, at: (x: number, y: number) => number): Plane {
  const data = Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)));
  return plane(width, height, data);
}

/** Turned about the centre by `degrees`, bilinear, black outside. */
function turned(input: Plane, degrees: number): Plane {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [cx, cy] = [(input.width - 1) / 2, (input.height - 1) / 2];
  return mapped(input, (i, j) => {
    const x = cx + c * (i - cx) + s * (j - cy);
    const y = cy - s * (i - cx) + c * (j - cy);
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (left < 0 || top < 0 || left + 1 >= input.width || top + 1 >= input.height) return 0;
    const at = (dx: number, dy: number): number => input.data[(top + dy) * input.width + left + dx] as number;
    const upper = at(0, 0) * (1 - x + left) + at(1, 0) * (x - left);
    const lower = at(0, 1) * (1 - x + left) + at(1, 1) * (x - left);
    return upper * (1 - y + top) + lower * (y - top);
  });
}

function white(width: number, height: number): Raster {
  return { width, height, channels: 3, depth: 8, data: new Uint8Array(3 * width * height).fill(255) };
}

/** What is done to the marked luma, under the name of what a person would call it. */
const CHANGES: readonly (readonly [string, (luma: Plane) => Plane])[] = [
  ['nothing', (input) => input],
  [
    'a crop to three quarters, off the tile grid',
    (input) => {
      const [width, height] = [Math.round(input.width * 0.866), Math.round(input.height * 0.866)];
      return mapped(plane(width, height), (x, y) => input.data[(y + 23) * input.width + x + 17] as number);
    },
  ],
  ['a reduction to 60 %', (input) => reducePlane(input, Math.round(input.width * 0.6), Math.round(input.height * 0.6))],
  [
    'an enlargement to 140 %',
    (input) => resizeBilinear(input, Math.round(input.width * 1.4), Math.round(input.height * 1.4)),
  ],
  ['a stretch by 15 %', (input) => reducePlane(input, input.width, Math.round(input.height * 0.85))],
  ['a turn by 5 degrees', (input) => turned(input, 5)],
  [
    'a turn by 5 degrees, cut to what is upright inside',
    (input) => {
      const [width, height] = [420, 280];
      const [left, top] = [(input.width - width) / 2, (input.height - height) / 2];
      const whole = turned(input, 5);
      return mapped(plane(width, height), (x, y) => whole.data[(y + top) * input.width + x + left] as number);
    },
  ],
  [
    'a turn by a quarter',
    (input) =>
      mapped(plane(input.height, input.width), (x, y) => input.data[x * input.width + input.width - 1 - y] as number),
  ],
  ['a turn by a half', (input) => ({ ...input, data: input.data.toReversed() })],
  ['mirroring', (input) => mapped(input, (x, y) => input.data[(y + 1) * input.width - 1 - x] as number)],
  [
    'noise of 8 levels',
    (input) => {
      const noise = numbers(5, input.data.length);
      return { ...input, data: input.data.map((value, i) => value + 27.7 * ((noise[i] as number) - 0.5)) };
    },
  ],
  ['less contrast and brightness', (input) => ({ ...input, data: input.data.map((value) => 20 + 0.7 * value) })],
];

describe.each([trackA, trackB])('track $id', (track) => {
  const marked = luma(mark(SCENE, track));

  test.each(CHANGES)('the payload survives %s', (_, change) => {
    const { detected, payload, confidence } = track.extract(change(marked), { key: KEY });
    expect(detected).toBe(true);
    expect(payload).toEqual(PAYLOAD);
    expect(confidence).toBeGreaterThan(0.6);
  });

  test('the default strength keeps PSNR at 42 dB and SSIM at 0.98', () => {
    const embedding = track.embed(SCENE, PAYLOAD, { key: KEY });
    if (!embedding.embedded) throw new Error(embedding.detail);
    expect(embedding.psnrDb).toBeGreaterThan(42);
    expect(embedding.psnrDb).toBeLessThan(46);
    expect(embedding.ssim).toBeGreaterThan(0.98);
    // The delta passes through 32-bit numbers on its way into the picture; a sample or two round the other way.
    expect(psnr(SCENE, applyDelta(SCENE, embedding.delta))).toBeCloseTo(embedding.psnrDb, 4);
  });

  test('another key, or no mark, gives no payload', () => {
    for (const extraction of [track.extract(marked, { key: OTHER_KEY }), track.extract(luma(SCENE), { key: KEY })])
      expect(extraction).toMatchObject({ detected: false, payload: null, confidence: 0 });
  });

  test('grey pictures, alpha and 16 bits are marked as well', () => {
    const { width, height } = SCENE;
    const grey = Uint16Array.from(luma(SCENE).data, (value) => 257 * value);
    const data = new Uint16Array(2 * grey.length)
      .fill(40000)
      .map((alpha, i) => (i % 2 ? alpha : (grey[i / 2] as number)));
    const out = mark({ width, height, channels: 2, depth: 16, data }, track);
    expect(out.data[1]).toBe(40000);
    expect(track.extract(luma(out), { key: KEY }).payload).toEqual(PAYLOAD);
  });

  test('a side below 96 pixels, or a picture that cannot be read back, is refused in words', () => {
    expect(track.embed(white(95, 400), PAYLOAD, { key: KEY })).toMatchObject({ embedded: false, reason: 'too-small' });
    // Black and white noise drowns what a mark may add, and a place of 96 x 96 holds no more than a tile.
    const noise = { ...white(96, 96), data: Uint8Array.from(numbers(9, 3 * 96 * 96), (x) => (x < 0.5 ? 0 : 255)) };
    expect(track.embed(noise, PAYLOAD, { key: KEY })).toMatchObject({ embedded: false, reason: 'too-flat' });
    expect(track.extract(luma(white(1, 1)), { key: KEY }).detected).toBe(false);
  });

  test('refuses a payload of another length and a strength outside (0, 1]', () => {
    expect(() => track.embed(SCENE, new Uint8Array(15), { key: KEY })).toThrow(RangeError);
    for (const strength of [0, -1, 1.01, Number.NaN])
      expect(() => track.embed(SCENE, PAYLOAD, { key: KEY, strength })).toThrow(RangeError);
  });
});
