import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../../src/raster.ts';
import type { Homography } from '../../../src/registration/homography.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import type { TamperMap } from '../../../src/tamper/comparison.ts';
import { embedTracks } from '../../../src/watermark/embedTracks.ts';
import { alignedView } from '../../../src/watermark/fusion/alignedView.ts';
import { alignedSoftBits } from '../../../src/watermark/fusion/knownPayloadDetection.ts';
import { markInRegion, markLogLikelihood } from '../../../src/watermark/presence/markInRegion.ts';
import { alignedPicture } from '../../../src/watermark/tile/detect/alignedPicture.ts';
import { makeTrack } from '../../../src/watermark/tracks.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 11 * i + 5);
const TRACKS = [makeTrack('a'), makeTrack('b')].map((track) => ({ track, key: KEY }));
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 7);
const SIZE = { width: 480, height: 336 };
const MARKED = luma(
  embedTracks(renderScene({ ...SIZE, seed: 21 }), PAYLOAD, {
    tracks: TRACKS.map(({ track }) => track),
    keys: { a: KEY, b: KEY },
  }).picture,
);
const OTHER = luma(renderScene({ ...SIZE, seed: 22 }));
const BOX = { x: 120, y: 90, w: 160, h: 120 };
const SAME: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const inBox = (x: number, y: number): boolean => x >= BOX.x && x < BOX.x + BOX.w && y >= BOX.y && y < BOX.y + BOX.h;

/** The marked picture with other values inside the box. */
function changed(value: (at: number) => number): Plane {
  const data = MARKED.data.map((from, at) => (inBox(at % SIZE.width, Math.floor(at / SIZE.width)) ? value(at) : from));
  return plane(SIZE.width, SIZE.height, data);
}

/** The map of a comparison that found the box, half as large as the picture. */
const MAP: TamperMap = {
  width: SIZE.width / 2,
  height: SIZE.height / 2,
  data: Uint8Array.from({ length: (SIZE.width * SIZE.height) / 4 }, (_, at) =>
    inBox(2 * (at % (SIZE.width / 2)), 2 * Math.floor(at / (SIZE.width / 2))) ? 200 : 30,
  ),
};
const NOTHING: TamperMap = { ...MAP, data: new Uint8Array(MAP.data.length) };

function inRegion(query: Plane, { map = MAP, toReference = SAME, payload = PAYLOAD } = {}) {
  const view = alignedView(query, toReference, SIZE);
  if (!view) throw new Error('no view');
  return markInRegion(view, SIZE, TRACKS, payload, { map, query, toReference });
}

const share = (found: ReturnType<typeof inRegion>): number => (found ? found.held / found.power : Number.NaN);

describe('the mark in a changed region', { timeout: 30_000 }, () => {
  test('is there where the place was treated and its content stayed', () => {
    const contrasted = changed((at) => 128 + 1.4 * ((MARKED.data[at] as number) - 128));
    const found = inRegion(contrasted);
    expect(share(found)).toBeGreaterThan(0.6);
    expect(found && markLogLikelihood(found)).toBeGreaterThan(20);
  });

  test('is gone where content was replaced, or wiped away', () => {
    const blurred = gaussianBlur(MARKED, 6).data;
    for (const edited of [changed((at) => OTHER.data[at] as number), changed((at) => blurred[at] as number)]) {
      const found = inRegion(edited);
      expect(Math.abs(share(found))).toBeLessThan(0.25);
      expect(found && markLogLikelihood(found)).toBeLessThan(0);
    }
  });

  test('is looked for where the query shows the region', () => {
    // The query is the right half of the picture alone.
    const left = SIZE.width / 2;
    const cut = (from: Plane): Plane =>
      plane(
        left,
        SIZE.height,
        Float32Array.from(
          { length: left * SIZE.height },
          (_, at) => from.data[Math.floor(at / left) * SIZE.width + left + (at % left)] as number,
        ),
      );
    const data = Uint8Array.from({ length: left * SIZE.height }, (_, at) =>
      inBox((at % left) + left, Math.floor(at / left)) ? 255 : 0,
    );
    const given = {
      map: { width: left, height: SIZE.height, data },
      toReference: [1, 0, left, 0, 1, 0, 0, 0, 1] as const,
    };
    const [kept, replaced] = [
      inRegion(cut(MARKED), given),
      inRegion(cut(changed((at) => OTHER.data[at] as number)), given),
    ];
    expect(share(kept)).toBeGreaterThan(0.6);
    expect(Math.abs(share(replaced))).toBeLessThan(0.4);
  });

  test('is no question where nothing was changed, or where the picture carries another mark or none', () => {
    expect(inRegion(MARKED, { map: NOTHING })).toBeNull();
    expect(inRegion(MARKED, { payload: PAYLOAD.map((value) => value ^ 85) })).toBeNull();
    expect(inRegion(OTHER)).toBeNull();
  });

  test('is told from what was worked out to detect the payload, and is the same', () => {
    const view = changed((at) => 128 + 1.4 * ((MARKED.data[at] as number) - 128));
    const picture = alignedPicture(view);
    const parts = alignedSoftBits(view, SIZE, TRACKS, picture)(PAYLOAD);
    expect(parts).toEqual(alignedSoftBits(view, SIZE, TRACKS)(PAYLOAD));
    const area = { map: MAP, query: view, toReference: SAME };
    const asked = [view, SIZE, TRACKS, PAYLOAD, area] as const;
    expect(markInRegion(...asked, picture)).toEqual(markInRegion(...asked));
    expect(picture.spectrum()).toBe(picture.spectrum());
    expect(picture.whitened()).toBe(picture.whitened());
  });
});
