import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { embedTracks } from '../../../src/watermark/embedTracks.ts';
import { extractTracks } from '../../../src/watermark/extractTracks.ts';
import { makeTrack } from '../../../src/watermark/tracks.ts';
import type { WatermarkTrack } from '../../../src/watermark/watermarkTrack.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 1);
const KEYS = { a: KEY, b: KEY };
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 29 * i + 3);
const SCENE = renderScene({ width: 640, height: 448, seed: 21 });

function markedBy(tracks: readonly WatermarkTrack[]): Plane {
  return luma(embedTracks(SCENE, PAYLOAD, { tracks, keys: KEYS }).picture);
}

function extract(
  picture: Plane,
  tracks: readonly WatermarkTrack[],
): ReturnType<typeof extractTracks>[number]['extraction'][] {
  return extractTracks(picture, { tracks, keys: KEYS }).map(({ extraction }) => extraction);
}

/** out(x, y) = input at `source(x, y)`, bilinear, black outside. */
function warped(input: Plane, source: (x: number, y: number) => readonly [number, number]): Plane {
  const { width, height, data } = input;
  const out = plane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const [x, y] = source(i % width, Math.floor(i / width));
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
    const at = top * width + left;
    const [u, v] = [x - left, y - top];
    const upper = (data[at] as number) * (1 - u) + (data[at + 1] as number) * u;
    const lower = (data[at + width] as number) * (1 - u) + (data[at + width + 1] as number) * u;
    out.data[i] = upper * (1 - v) + lower * v;
  }
  return out;
}

/** A sheet photographed at an angle: the far side is 4 % shorter, the middle stays where it is. */
function inPerspective(input: Plane): Plane {
  const [cx, cy] = [input.width / 2, input.height / 2];
  return warped(input, (x, y) => {
    const depth = 1 + 0.04 * ((x - cx) / input.width) + 0.025 * ((y - cy) / input.height);
    return [cx + (x - cx) / depth, cy + (y - cy) / depth];
  });
}

/** Bent by 3 pixels with waves of 256 pixels, both ways. */
function bent(input: Plane): Plane {
  const pace = (2 * Math.PI) / 256;
  return warped(input, (x, y) => [x + 3 * Math.sin(pace * y + 1), y + 3 * Math.sin(pace * x + 2)]);
}

describe.each([trackA, trackB])('track $id alone', (track) => {
  const marked = markedBy([track]);

  test('survives perspective', () => {
    expect(extract(inPerspective(marked), [track])[0]).toMatchObject({ detected: true, payload: PAYLOAD });
  });

  test('survives smooth bending by 3 pixels, which no single pose undoes', () => {
    const picture = bent(marked);
    expect(track.extract(picture, { key: KEY }).detected).toBe(false);
    expect(extract(picture, [track])[0]).toMatchObject({ detected: true, payload: PAYLOAD });
  });
});

test('when one track leads through a bent picture, the other reads in the same straightened view', () => {
  const extractions = extract(bent(markedBy([trackA, trackB])), [trackA, trackB]);
  for (const extraction of extractions) expect(extraction).toMatchObject({ detected: true, payload: PAYLOAD });
});

test('an unmarked picture, bent or not, gives no payload and counts its checksums', () => {
  for (const picture of [luma(SCENE), bent(luma(SCENE))]) {
    const extractions = extract(picture, [trackA, trackB]);
    for (const { detected, payload } of extractions)
      expect({ detected, payload }).toEqual({ detected: false, payload: null });
    expect(extractions.reduce((sum, { checksums }) => sum + checksums, 0)).toBeLessThan(20);
  }
});

test('a picture smaller than one block is left alone', () => {
  expect(extract(plane(20, 300, new Float32Array(6000).fill(90)), [trackA])[0]).toMatchObject({ detected: false });
});
