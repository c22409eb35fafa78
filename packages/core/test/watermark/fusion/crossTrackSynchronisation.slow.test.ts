import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { confirmAcrossTracks } from '../../../src/watermark/fusion/crossTrackSynchronisation.ts';
import { decodeJointly } from '../../../src/watermark/fusion/jointDecoding.ts';
import { embedTracks } from '../../../src/watermark/embedTracks.ts';
import { extractTracks } from '../../../src/watermark/extractTracks.ts';
import { analysePicture } from '../../../src/watermark/tile/spectrum/pictureAnalysis.ts';
import { makeTrack } from '../../../src/watermark/tracks.ts';
import { NOTHING_EXTRACTED } from '../../../src/watermark/watermarkTrack.ts';
import { numbers } from '../../vectors/watermarkVectors.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 1);
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 29 * i + 4);
const OPTIONS = { tracks: [trackA, trackB], keys: { a: KEY, b: KEY } };
const SCENE = renderScene({ width: 640, height: 448, seed: 23 });

/** Cut out off every grid, with uniform noise of `deviation` levels. */
function cutOut(input: Plane, width: number, height: number, deviation: number): Plane {
  const noise = numbers(9, width * height);
  const out = plane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const at = (Math.floor(i / width) + 101) * input.width + (i % width) + 133;
    out.data[i] = (input.data[at] as number) + deviation * Math.sqrt(12) * ((noise[i] as number) - 0.5);
  }
  return out;
}

test('a cut-out that no track gives away, alone or with what the other found alone, is read once A synchronises B', () => {
  const marked = luma(embedTracks(SCENE, PAYLOAD, OPTIONS).picture);
  const small = SIZES.map(([width, height, deviation]) => cutOut(marked, width, height, deviation));
  const unread = small.filter((picture) => {
    const alone = OPTIONS.tracks.map((track) => track.extract(picture, { key: KEY }));
    return !decodeJointly(alone).some(({ detected }) => detected);
  });
  const gained = unread.filter((picture) =>
    extractTracks(picture, OPTIONS).some(({ extraction }) => extraction.detected),
  );
  expect(gained.length).toBeGreaterThan(0);
  for (const picture of gained)
    for (const { extraction } of extractTracks(picture, OPTIONS))
      if (extraction.detected) expect(extraction.payload).toEqual(PAYLOAD);
});

/** Around the limit of both tracks: width, height, noise. */
const SIZES = [
  [190, 140, 0],
  [220, 160, 0],
  [240, 180, 6],
  [260, 190, 6],
  [260, 190, 8],
  [300, 220, 8],
  [300, 220, 10],
  [320, 230, 10],
] as const;

describe('where A was read and B was not', () => {
  const cut = cutOut(luma(embedTracks(SCENE, PAYLOAD, OPTIONS).picture), 400, 300, 4);
  const analysis = analysePicture(cut);
  const readA = trackA.extract(cut, { key: KEY, analysis });
  const searched = trackB.extract(cut, { key: KEY, analysis });
  const keyed = OPTIONS.tracks.map((track) => ({ track, key: KEY }));
  const unreadB = { ...NOTHING_EXTRACTED, pose: searched.pose };

  test('B agrees with the payload at the turn of A, and tells no pose: it was found under none', () => {
    expect(readA).toMatchObject({ detected: true, payload: PAYLOAD });
    const [first, second] = confirmAcrossTracks(analysis.whole, keyed, [readA, unreadB]);
    expect(first).toBe(readA);
    expect(second).toMatchObject({ detected: true, payload: PAYLOAD, pose: null });
  });

  test('with another payload it does not', () => {
    const other = { ...readA, payload: PAYLOAD.map((byte) => byte ^ 0x5a) };
    expect(confirmAcrossTracks(analysis.whole, keyed, [other, unreadB])[1]).toBe(unreadB);
  });
});
