import { beforeAll, describe, expect, test, vi } from 'vitest';
import { plane } from '../../src/raster.ts';
import { renderScene } from '../../src/scene/renderScene.ts';
import { psnr } from '../../src/signal/metrics.ts';
import { estimateSsim } from '../../src/signal/ssimEstimate.ts';
import { embedTracks, type Marking } from '../../src/watermark/embedTracks.ts';
import { extractTracks } from '../../src/watermark/extractTracks.ts';
import { makeTrack } from '../../src/watermark/tracks.ts';
import { deriveTrackKey } from '../../src/watermark/trackKey.ts';
import type { RowSource } from '../../src/signal/rowSource.ts';
import type { Embedding } from '../../src/watermark/embedding.ts';
import type { WatermarkTrack } from '../../src/watermark/watermarkTrack.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const SERVICE_KEY = new Uint8Array(32).fill(42);
const keys = { a: deriveTrackKey(SERVICE_KEY, 'a'), b: deriveTrackKey(SERVICE_KEY, 'b') };
const tracks = [trackA, trackB];
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 255 - 13 * i);
const SCENE = renderScene({ width: 400, height: 300, seed: 4 });

const LOUD = { psnrDb: 42, ssim: 0.97 };

/** A track whose change is seen by SSIM more than any of ours: stripes of four levels. */
function loudStripes(): Embedding {
  const { width, height } = SCENE;
  const delta: RowSource = {
    ...{ width, height },
    read(y, left, count, out, at) {
      for (let i = 0; i < count; i++) out[at + i] = ((left + i) >> 2) % 2 === y % 2 ? 2 : -2;
    },
  };
  return { embedded: true, delta, ...LOUD };
}

describe('two tracks in one picture', () => {
  let marking: Marking;
  beforeAll(() => {
    marking = embedTracks(SCENE, PAYLOAD, { tracks, keys });
  });

  test('both are read back, in the order of the tracks', () => {
    const readings = extractTracks(marking.picture, { tracks, keys });
    expect(readings.map(({ id }) => id)).toEqual(['a', 'b']);
    for (const { extraction } of readings) expect(extraction.payload).toEqual(PAYLOAD);
  });

  test('they share the quality budget: together at least 40 dB and 0.98', () => {
    expect(marking.psnrDb).toBeGreaterThanOrEqual(40);
    expect(marking.ssim).toBeGreaterThanOrEqual(0.98);
    expect(marking.psnrDb).toBeCloseTo(psnr(SCENE, marking.picture), 9);
    for (const report of marking.tracks) expect(report).toMatchObject({ embedded: true });
  });

  test('a shared analysis gives what a track finds alone', () => {
    const shared = extractTracks(marking.picture, { tracks, keys }).map(({ extraction }) => extraction);
    const alone = tracks.map((track) => track.extract(marking.picture, { key: keys[track.id as 'a' | 'b'] }));
    expect(shared).toEqual(alone);
  });
});

test('where the sum loses more SSIM than tracks may together, all are quieter by the same', () => {
  const stripes = {
    ...trackA,
    id: 'c',
    tile: undefined,
    isScalable: true,
    embed: loudStripes,
  } as unknown as WatermarkTrack;
  const marking = embedTracks(SCENE, PAYLOAD, {
    tracks: [trackA, trackB, stripes],
    keys: { ...keys, c: deriveTrackKey(SERVICE_KEY, 'c') },
  });
  expect(marking.ssim).toBeGreaterThan(0.983);
  expect(marking.ssim).toBeLessThan(0.985);
  expect(marking.tracks[2]).toMatchObject({ embedded: true });
  expect((marking.tracks[2] as { readonly psnrDb: number }).psnrDb).toBeGreaterThan(LOUD.psnrDb);
});

test('none is where one is asked to be loud, or cannot be made quieter', () => {
  const stripes = {
    ...trackA,
    id: 'c',
    tile: undefined,
    isScalable: false,
    embed: loudStripes,
  } as unknown as WatermarkTrack;
  const given = { keys: { ...keys, c: deriveTrackKey(SERVICE_KEY, 'c') } };
  const whole = embedTracks(SCENE, PAYLOAD, { ...given, tracks: [trackA, trackB, stripes] });
  expect(whole.tracks[2]).toMatchObject(LOUD);
  const scalable = [trackA, trackB, { ...stripes, isScalable: true }];
  const loud = embedTracks(SCENE, PAYLOAD, { ...given, tracks: scalable, strengths: { a: 0.5 } });
  expect(loud.tracks[2]).toMatchObject(LOUD);
});

test('what it cost is measured when it is asked for, once', () => {
  const read = vi.fn(() => SCENE.data);
  const picture = {
    ...SCENE,
    get data() {
      return read();
    },
  };
  const marking = embedTracks(picture, PAYLOAD, { tracks: [trackA], keys });
  read.mockClear();
  expect(marking.tracks).toHaveLength(1);
  expect(read).not.toHaveBeenCalled();
  expect(marking.ssim).toBe(estimateSsim(SCENE, marking.picture, 2));
  expect(read).toHaveBeenCalled();
  read.mockClear();
  expect(marking.ssim).toBeGreaterThan(0.98);
  expect(read).not.toHaveBeenCalled();
});

test('a picture without room is given back as it was, and each track says why', () => {
  const tiny = renderScene({ width: 60, height: 80, seed: 1 });
  const { picture, tracks: reports, psnrDb } = embedTracks(tiny, PAYLOAD, { tracks, keys });
  expect(picture.data).toEqual(tiny.data);
  expect(psnrDb).toBe(99);
  for (const report of reports) expect(report).toMatchObject({ embedded: false, reason: 'too-small' });
});

test('a missing key is refused by name', () => {
  expect(() => embedTracks(SCENE, PAYLOAD, { tracks, keys: { a: keys.a } })).toThrow('track b');
  expect(() => extractTracks(plane(8, 8), { tracks: [trackA], keys: {} })).toThrow('track a');
});
