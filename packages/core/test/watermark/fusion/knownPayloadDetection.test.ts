import { describe, expect, test } from 'vitest';
import { luma, plane } from '../../../src/raster.ts';
import { IDENTITY, mirroring, resizing } from '../../../src/registration/homography.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { reducePlane } from '../../../src/signal/resample/resize.ts';
import { alignedView } from '../../../src/watermark/fusion/alignedView.ts';
import {
  KNOWN_PAYLOAD_Z_MIN,
  payloadZScore,
  alignedSoftBits,
} from '../../../src/watermark/fusion/knownPayloadDetection.ts';
import { embedTracks } from '../../../src/watermark/embedTracks.ts';
import { extractTracks } from '../../../src/watermark/extractTracks.ts';
import { makeTrack } from '../../../src/watermark/tracks.ts';
import { numbers } from '../../vectors/watermarkVectors.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 3 * i + 8);
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 23 * i + 6);
const SIZE = { width: 576, height: 400 };
const SCENE = renderScene({ ...SIZE, seed: 5 });
const MARKING = { tracks: [trackA, trackB], keys: { a: KEY, b: KEY } };
const KEYED = MARKING.tracks.map((track) => ({ track, key: KEY }));
const MARKED = luma(embedTracks(SCENE, PAYLOAD, MARKING).picture);

/** Payloads as the cipher makes them: without pattern. */
function randomPayload(seed: number): Uint8Array {
  return Uint8Array.from(numbers(seed, 16), (value) => Math.floor(256 * value));
}

describe('a known payload', () => {
  test('is seen in a reduction that is far too small to be read', () => {
    const small = reducePlane(MARKED, 116, 80);
    expect(extractTracks(small, MARKING).some(({ extraction }) => extraction.detected)).toBe(false);
    const view = alignedView(small, resizing(small, SIZE), SIZE);
    if (!view) throw new Error('nothing was aligned');
    const partsOf = alignedSoftBits(view, SIZE, KEYED);
    expect(partsOf(PAYLOAD)).toHaveLength(2);
    expect(payloadZScore(partsOf(PAYLOAD), PAYLOAD)).toBeGreaterThan(KNOWN_PAYLOAD_Z_MIN);
    expect(payloadZScore(partsOf(randomPayload(1)), randomPayload(1))).toBeLessThan(KNOWN_PAYLOAD_Z_MIN);
  });

  test('is seen in a mirrored picture that registration turned back', () => {
    const { width, height, data } = MARKED;
    const flipped = plane(width, height);
    for (let i = 0; i < data.length; i++) {
      const x = i % width;
      flipped.data[i] = data[i - x + width - 1 - x] as number;
    }
    const view = alignedView(flipped, mirroring(width), SIZE);
    if (!view) throw new Error('nothing was aligned');
    expect(payloadZScore(alignedSoftBits(view, SIZE, KEYED)(PAYLOAD), PAYLOAD)).toBeGreaterThan(20);
  });

  test('that is another is noise of mean 0 and variance 1, in marked and unmarked pictures alike', () => {
    for (const picture of [MARKED, luma(SCENE)]) {
      const partsOf = alignedSoftBits(picture, SIZE, KEYED);
      const sigmas = Array.from({ length: 400 }, (_, i) => {
        const payload = randomPayload(100 + i);
        return payloadZScore(partsOf(payload), payload);
      });
      const mean = sigmas.reduce((a, b) => a + b) / sigmas.length;
      const variance = sigmas.reduce((sum, sigma) => sum + (sigma - mean) ** 2, 0) / sigmas.length;
      // Standard errors over 400 draws: 0.05 and 0.07.
      expect(Math.abs(mean)).toBeLessThan(0.2);
      expect(Math.abs(variance - 1)).toBeLessThan(0.3);
      expect(Math.max(...sigmas)).toBeLessThan(5);
    }
  });

  test('counts parts of any scale alike, and no part at all says nothing', () => {
    const parts = alignedSoftBits(MARKED, SIZE, KEYED)(PAYLOAD);
    const louder = parts.map((part, i) => part.map((value) => value * 10 ** i));
    expect(payloadZScore(louder, PAYLOAD)).toBeCloseTo(payloadZScore(parts, PAYLOAD), 3);
    expect(payloadZScore([], PAYLOAD)).toBe(0);
    expect(() => payloadZScore(parts, new Uint8Array(15))).toThrow(RangeError);
  });
});

test('a view so small that a track lies beyond its frequencies leaves that track out', () => {
  const small = reducePlane(MARKED, 144, 100);
  expect(alignedSoftBits(small, SIZE, KEYED)(PAYLOAD)).toHaveLength(0);
});

describe('alignedView', () => {
  test('the identity gives the picture back, but for its border', () => {
    const view = alignedView(MARKED, IDENTITY, SIZE);
    expect(view).toMatchObject(SIZE);
    for (const at of [SIZE.width * 200 + 300, SIZE.width * 50 + 17])
      expect(view?.data[at]).toBeCloseTo(MARKED.data[at] as number, 3);
  });

  test('a large reference is aligned at the size of a view, a fine query is averaged and not sampled', () => {
    const fine = plane(1200, 900);
    for (let i = 0; i < fine.data.length; i++) fine.data[i] = (i + Math.floor(i / 1200)) % 2 === 0 ? 0 : 200;
    const view = alignedView(fine, resizing(fine, { width: 4000, height: 3000 }), { width: 4000, height: 3000 });
    expect(view).toMatchObject({ width: 816, height: 612 });
    const middle = view?.data[816 * 300 + 400] as number;
    expect(Math.abs(middle - 100)).toBeLessThan(25);
  });

  test('a singular map gives null', () => {
    expect(alignedView(MARKED, [1, 1, 0, 1, 1, 0, 0, 0, 1], SIZE)).toBeNull();
  });
});
