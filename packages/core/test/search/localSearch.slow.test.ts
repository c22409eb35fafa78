import { sift } from '@assay/core/features/sift';
import { luma, type Plane, plane } from '@assay/core/raster';
import {
  type CompactFeatures,
  compactFeatures,
  decodeFeatures,
  encodeFeatures,
  STORED_FEATURES_MAX,
} from '@assay/core/search/compactFeatures';
import { decodeIndexRecord, encodeIndexRecord, indexRecord } from '@assay/core/search/indexRecord';
import { InvertedFile } from '@assay/core/search/invertedFile';
import { mirrorFeatures } from '@assay/core/search/mirrorFeatures';
import { agreeOnSimilarity, matchFeatures } from '@assay/core/search/similarityVote';
import { gaussianBlur } from '@assay/core/signal/blur/gaussianBlur';
import { resizeBilinear } from '@assay/core/signal/resample/resize';
import { describe, expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

const scene = (seed: number): Plane => gaussianBlur(luma(deadLeaves(320, 240, seed, 300)), 0.8);
const featuresOf = (picture: Plane): CompactFeatures => compactFeatures(sift(picture), picture);
const scenes = Array.from({ length: 8 }, (_, i) => scene(i + 1));
const stored = scenes.map(featuresOf);

function mirrored({ width, height, data }: Plane): Plane {
  return plane(
    width,
    height,
    data.map((_, i) => data[Math.floor(i / width) * width + (width - 1 - (i % width))] as number),
  );
}

function cropped({ width, data }: Plane, left: number, top: number, newWidth: number, newHeight: number): Plane {
  const out = plane(newWidth, newHeight);
  for (let y = 0; y < newHeight; y++)
    out.data.set(data.subarray((top + y) * width + left, (top + y) * width + left + newWidth), y * newWidth);
  return out;
}

function indexOfAll(): InvertedFile {
  const index = new InvertedFile();
  for (const [i, features] of stored.entries()) index.add(`scene ${i}`, `group ${i % 2}`, indexRecord(features));
  return index;
}

describe('compact features', () => {
  const features = stored[0] as CompactFeatures;

  test('keep place, size and direction through their bytes, and the descriptor exactly', () => {
    const read = decodeFeatures(encodeFeatures(features));
    expect(read).toMatchObject({ width: 320, height: 240, count: features.count, descriptors: features.descriptors });
    for (let i = 0; i < read.count; i++) {
      expect(read.x[i]).toBeCloseTo(features.x[i] as number, 1);
      expect(read.y[i]).toBeCloseTo(features.y[i] as number, 1);
      expect((read.scale[i] as number) / (features.scale[i] as number)).toBeCloseTo(1, 1);
      const turn = Math.abs((read.orientation[i] as number) - (features.orientation[i] as number));
      expect(Math.min(turn, 2 * Math.PI - turn)).toBeLessThan(Math.PI / 256 + 1e-6);
    }
  });

  test('take under 24,000 bytes with their record, however lively the picture', () => {
    const few = sift(scenes[0] as Plane);
    const many = <T extends Float32Array | Uint8Array>(values: T): T => {
      const copies = Array.from({ length: 20 }, () => [...values]).flat();
      return (values instanceof Uint8Array ? Uint8Array.from(copies) : Float32Array.from(copies)) as T;
    };
    const { count, x, y, scale, orientation, contrast } = few.keypoints;
    const most = compactFeatures(
      {
        keypoints: {
          count: 20 * count,
          x: many(x),
          y: many(y),
          scale: many(scale),
          orientation: many(orientation),
          contrast: many(contrast),
        },
        descriptors: many(few.descriptors),
      },
      { width: 800, height: 600 },
    );
    expect(most.count).toBe(STORED_FEATURES_MAX);
    expect(encodeFeatures(most).length + encodeIndexRecord(indexRecord(most)).length).toBeLessThan(24_000);
  });

  test('bytes of another kind are refused', () => {
    const bytes = encodeFeatures(features);
    expect(() => decodeFeatures(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
    expect(() => decodeFeatures(bytes.with(2, 9))).toThrow(RangeError);
    expect(() => decodeFeatures(new Uint8Array(0))).toThrow(RangeError);
  });

  test('of a flat picture are none, and that is no error', () => {
    const none = featuresOf(plane(64, 64));
    expect(none.count).toBe(0);
    expect(decodeFeatures(encodeFeatures(none)).count).toBe(0);
    expect(indexOfAll().search(none, 3)).toEqual([]);
  });
});

test('an index record comes back from its bytes; a broken one is refused', () => {
  const record = indexRecord(stored[1] as CompactFeatures);
  const bytes = encodeIndexRecord(record);
  expect(decodeIndexRecord(bytes)).toEqual(record);
  expect(() => decodeIndexRecord(bytes.subarray(1))).toThrow(RangeError);
  expect(() => decodeIndexRecord(bytes.with(1, 255))).toThrow(RangeError);
});

test('features mirrored on paper are those of the mirrored picture', () => {
  const picture = scenes[2] as Plane;
  const onPaper = mirrorFeatures(sift(picture), picture.width);
  const found = compactFeatures(sift(mirrored(picture)), picture);
  const paper = compactFeatures(onPaper, picture);
  const { inliers, pose } = agreeOnSimilarity(paper, found, matchFeatures(paper, found));
  // The search for extrema is not symmetric to the last sample, so some keypoints are found on one side only.
  expect(inliers).toBeGreaterThan(0.35 * found.count);
  const asItStands = stored[2] as CompactFeatures;
  expect(agreeOnSimilarity(asItStands, found, matchFeatures(asItStands, found)).inliers).toBeLessThan(7);
  expect(pose?.a).toBeCloseTo(1, 1);
  expect(pose?.b).toBeCloseTo(0, 1);
});

describe('inverted file', () => {
  const query = featuresOf(cropped(scenes[3] as Plane, 60, 40, 200, 150));

  test('finds the picture of a cut-out among others', () => {
    const [best, next] = indexOfAll().search(query, 3);
    expect(best?.id).toBe('scene 3');
    expect(best?.score).toBeGreaterThan(2 * (next?.score ?? 0));
  });

  test('a removed picture is not found, a picture added again counts once', () => {
    const index = indexOfAll();
    index.remove('scene 3');
    index.remove('never there');
    expect(index.search(query, 10).map(({ id }) => id)).not.toContain('scene 3');
    expect(index.size).toBe(7);
    for (let time = 0; time < 3; time++) index.add('scene 3', 'group 1', indexRecord(stored[3] as CompactFeatures));
    expect(index.size).toBe(8);
    expect(index.search(query, 10).filter(({ id }) => id === 'scene 3')).toHaveLength(1);
  });

  test('sweeping up what went loses nothing and gives back its places', () => {
    const index = indexOfAll();
    const passing = indexRecord(stored[5] as CompactFeatures);
    for (let i = 0; i < 1200; i++) {
      index.add(`passing ${i}`, 'group 1', passing);
      index.remove(`passing ${i}`);
    }
    expect(index.size).toBe(8);
    for (const [i, features] of stored.entries()) expect(index.search(features, 1)[0]?.id).toBe(`scene ${i}`);
    expect(index.postings).toBeLessThan(1200 * passing.words.length);
  });

  test('a search confined to groups sees no other', () => {
    const index = indexOfAll();
    expect(index.search(query, 8, new Set(['group 1']))[0]?.id).toBe('scene 3');
    const others = index.search(query, 8, new Set(['group 0'])).map(({ id }) => id);
    expect(others.every((id) => Number(id.slice(-1)) % 2 === 0)).toBe(true);
    expect(index.search(query, 8, new Set())).toEqual([]);
  });

  test('gives at most as many as asked for, most votes first', () => {
    const votes = indexOfAll().search(query, 2);
    expect(votes).toHaveLength(2);
    expect((votes[0]?.score ?? 0) >= (votes[1]?.score ?? 0)).toBe(true);
  });
});

describe('agreement on a similarity', () => {
  test('tells scale and place of a reduced cut-out', () => {
    const cut = cropped(scenes[4] as Plane, 80, 60, 200, 160);
    const query = featuresOf(resizeBilinear(cut, 150, 120));
    const features = stored[4] as CompactFeatures;
    const { inliers, pose } = agreeOnSimilarity(query, features, matchFeatures(query, features));
    expect(inliers).toBeGreaterThan(15);
    expect(pose?.a).toBeCloseTo(0.75, 1);
    expect(Math.abs((pose?.tx ?? 0) + 0.75 * 80)).toBeLessThan(5);
    expect(Math.abs((pose?.ty ?? 0) + 0.75 * 60)).toBeLessThan(5);
  });

  test('between different scenes stays below seven', () => {
    for (const [i, query] of stored.entries())
      for (const [j, features] of stored.entries())
        if (i !== j) expect(agreeOnSimilarity(query, features, matchFeatures(query, features)).inliers).toBeLessThan(7);
  });
});
