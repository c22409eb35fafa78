import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane, type Raster } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { embedTracks } from '../../../src/watermark/embedTracks.ts';
import { extractTracks } from '../../../src/watermark/extractTracks.ts';
import { analysePicture } from '../../../src/watermark/tile/spectrum/pictureAnalysis.ts';
import { type Presence, presenceMap } from '../../../src/watermark/presence/presenceMap.ts';
import { makeTrack } from '../../../src/watermark/tracks.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const TRACKS = [trackA, trackB];
const KEY = Uint8Array.from({ length: 32 }, (_, i) => 11 * i + 5);
const KEYS = { a: KEY, b: KEY };
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 7);
const WIDTH = 640;
const HEIGHT = 448;
const MARKED = luma(
  embedTracks(renderScene({ width: WIDTH, height: HEIGHT, seed: 21 }), PAYLOAD, { tracks: TRACKS, keys: KEYS }).picture,
);
const OTHER = luma(renderScene({ width: WIDTH, height: HEIGHT, seed: 22 }));

function presenceOf(picture: Raster | Plane, tracks = TRACKS): Presence | null {
  const analysis = analysePicture(picture);
  const found = extractTracks(picture, { tracks, keys: KEYS, analysis });
  const searched = found.map(({ id, extraction }, i) => ({
    track: tracks[i]!,
    key: KEYS[id as 'a' | 'b'],
    extraction,
  }));
  return presenceMap(analysis.whole(), searched);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** `from` inside the box, the marked picture elsewhere. */
function replaced({ x, y, w, h }: Box, from: Plane): Plane {
  const out = plane(WIDTH, HEIGHT, MARKED.data.slice());
  for (let row = y; row < y + h; row++)
    for (let column = x; column < x + w; column++)
      out.data[row * WIDTH + column] = from.data[row * WIDTH + column] as number;
  return out;
}

/** Intersection over union of the map's bright part with the box. */
function overlap({ map }: Presence, { x, y, w, h }: Box, width = WIDTH, height = HEIGHT): number {
  let both = 0;
  let either = 0;
  for (let row = 0; row < map.height; row++)
    for (let column = 0; column < map.width; column++) {
      const [px, py] = [((column + 0.5) * width) / map.width, ((row + 0.5) * height) / map.height];
      const isTrue = px >= x && px < x + w && py >= y && py < y + h;
      const isMissing = (map.data[row * map.width + column] as number) >= 128;
      if (isTrue && isMissing) both++;
      if (isTrue || isMissing) either++;
    }
  return both / either;
}

function overlapOfBoxes(a: Box, b: Box): number {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  const both = Math.max(0, across) * Math.max(0, down);
  return both / (a.w * a.h + b.w * b.h - both);
}

const BOX = { x: 200, y: 240, w: 200, h: 160 };

describe('presenceMap', () => {
  test('an untouched marked picture has the mark everywhere, and most of it can be judged', () => {
    const found = presenceOf(MARKED);
    expect(found).toMatchObject({ missingFraction: 0, regions: [] });
    expect(found?.assessableFraction).toBeGreaterThan(0.7);
    expect(found?.map.data.every((grey) => grey === 0)).toBe(true);
    expect(found?.tracks.map(({ track }) => track)).toEqual(['a', 'b']);
  });

  test('a piece of another picture is shown where it is', () => {
    const found = presenceOf(replaced(BOX, OTHER)) as Presence;
    expect(found.regions).toHaveLength(1);
    expect(overlap(found, BOX)).toBeGreaterThan(0.7);
    expect(found.missingFraction).toBeCloseTo((BOX.w * BOX.h) / (WIDTH * HEIGHT), 1);
    const [region] = found.regions;
    expect(overlapOfBoxes(region as Box, BOX)).toBeGreaterThan(0.5);
    expect(region?.score).toBeGreaterThan(0.8);
  });

  test('a piece of the same marked picture, moved, does not carry the mark of its new place', () => {
    const moved = plane(WIDTH, HEIGHT);
    for (let i = 0; i < moved.data.length; i++)
      moved.data[i] = MARKED.data[(i + 3 * 37 * WIDTH + 131) % MARKED.data.length] as number;
    expect(overlap(presenceOf(replaced(BOX, moved)) as Presence, BOX)).toBeGreaterThan(0.6);
  });

  test('a cut and mirrored picture is judged in its own frame', () => {
    const edited = replaced(BOX, OTHER);
    const cut = { left: 61, top: 45, width: 520, height: 380 };
    const mirrored = plane(cut.width, cut.height);
    for (let y = 0; y < cut.height; y++)
      for (let x = 0; x < cut.width; x++)
        mirrored.data[y * cut.width + x] = edited.data[(y + cut.top) * WIDTH + cut.left + cut.width - 1 - x] as number;
    const found = presenceOf(mirrored) as Presence;
    const box = { ...BOX, x: cut.width - (BOX.x - cut.left) - BOX.w, y: BOX.y - cut.top };
    expect(overlap(found, box, cut.width, cut.height)).toBeGreaterThan(0.65);
  });

  test('a clipped and a blank area say nothing: no mark can be expected there', () => {
    const white = plane(WIDTH, HEIGHT, new Float32Array(WIDTH * HEIGHT).fill(255));
    const found = presenceOf(replaced(BOX, white)) as Presence;
    expect(found.regions).toEqual([]);
    expect(found.assessableFraction).toBeLessThan((presenceOf(MARKED) as Presence).assessableFraction);
  });

  test('one track alone will do', () => {
    const large = { x: 200, y: 200, w: 320, h: 220 };
    const found = presenceOf(replaced(large, OTHER), [trackA]) as Presence;
    expect(found.tracks.map(({ track }) => track)).toEqual(['a']);
    expect(overlap(found, large)).toBeGreaterThan(0.6);
  });

  test('there is no map of a picture in which nothing was read', () => {
    expect(presenceOf(OTHER)).toBeNull();
    expect(presenceMap(analysePicture(OTHER).whole(), [])).toBeNull();
  });
});
