import { describe, expect, test } from 'vitest';
import type { ComparisonFacts } from '../../src/tamper/comparison.ts';
import {
  type FileFacts,
  metadataModifications,
  modificationsOf,
  restatedFields,
} from '../../src/verdict/modifications.ts';
import { comparison } from './madeEvidence.ts';

const FILE: FileFacts = { format: 'jpeg', width: 640, height: 480, jpegQuality: 92 };
const geometry = comparison().geometry;

const named = (change: Partial<ComparisonFacts>, query: Partial<FileFacts> = {}) =>
  modificationsOf(comparison(change), { query: { ...FILE, ...query }, reference: FILE });

describe('modificationsOf', () => {
  test('an untouched copy has none', () => {
    expect(named({})).toEqual([]);
  });

  test('a crop names the box and its share, a resize factor and sides', () => {
    const cropBox = { x: 10.2, y: 20.4, w: 320.1, h: 239.8 };
    const found = named(
      { geometry: { ...geometry, scale: 0.4, cropBox, visibleFraction: 0.25 } },
      { width: 128, height: 96 },
    );
    expect(found).toEqual([
      { type: 'crop', severity: 'medium', region: { x: 10, y: 20, w: 320, h: 240 }, visibleFraction: 0.25 },
      { type: 'resize', severity: 'medium', factor: 0.4, original: '640 x 480', current: '128 x 96' },
    ]);
  });

  test('what was laid over the picture is named by its boxes', () => {
    const overlays = [{ x: 0, y: 400, w: 640, h: 80 }];
    expect(named({ overlays, overlayFraction: 0.17 })).toEqual([
      { type: 'overlay', severity: 'low', region: overlays[0] },
    ]);
  });

  test('rotation, mirror, border, tone and recompression carry their numbers', () => {
    const found = named(
      {
        coverage: 0.8,
        geometry: { ...geometry, rotationDeg: -14.96, mirrored: true },
        tone: { lumaShift: 25.04, chromaShift: 3, changed: true },
      },
      { jpegQuality: 40 },
    );
    expect(found).toEqual([
      { type: 'border', severity: 'low', fraction: 0.2, around: { x: 0, y: 0, w: 640, h: 480 } },
      { type: 'rotate', severity: 'low', angleDeg: -15 },
      { type: 'mirror', severity: 'low' },
      { type: 'recompress', severity: 'medium', original: 'jpeg quality 92', current: 'jpeg quality 40' },
      { type: 'color', name: 'tone or colour changed', severity: 'medium', lumaShift: 25, chromaShift: 3 },
    ]);
  });

  test('local edits are listed once a region counts', () => {
    const regions = [{ x: 1, y: 2, w: 30, h: 40, score: 0.8 }];
    expect(named({ largestRegionFraction: 0, regions })).toEqual([]);
    expect(named({ largestRegionFraction: 0.0001, regions })).toMatchObject([
      { type: 'local_edit', severity: 'medium' },
    ]);
    expect(named({ largestRegionFraction: 0.005, regions })).toMatchObject([
      { type: 'local_edit', severity: 'medium' },
    ]);
    expect(named({ largestRegionFraction: 0.02, regions })).toEqual([
      { type: 'local_edit', severity: 'high', region: regions[0] },
    ]);
  });
});

describe('metadataModifications', () => {
  test('tells removed from changed, field by field', () => {
    const original = { Model: 'X', Artist: 'A', Lens: { f: 2 } };
    expect(metadataModifications(original, { Model: 'X', Artist: 'B', Extra: 1 })).toEqual([
      { type: 'metadata_changed', severity: 'medium', field: 'Artist' },
      { type: 'metadata_removed', severity: 'low', field: 'Lens' },
    ]);
  });

  test('all gone is one entry, nothing to lose is none', () => {
    expect(metadataModifications({ Model: 'X' }, null)).toEqual([
      { type: 'metadata_removed', severity: 'low', field: 'exif' },
    ]);
    expect(metadataModifications(null, { Model: 'X' })).toEqual([]);
    expect(metadataModifications({}, null)).toEqual([]);
  });
});

test('restated is what says something else of the picture, not what is gone, tells of the saving, or tells where', () => {
  const original = { Make: 'X', Artist: 'A', Software: 'camera 1', DateTime: '2026:01:01 10:00:00', GPSLatitude: 1 };
  const changes = (current: object) => restatedFields(metadataModifications(original, { ...original, ...current }));
  expect(changes({ Software: 'editor 2', DateTime: '2026:02:02 10:00:00', GPSLatitude: 2, Copyright: 'new' })).toEqual(
    [],
  );
  expect(changes({ Artist: 'B', Software: 'editor 2' })).toEqual(['Artist']);
  expect(restatedFields(metadataModifications(original, { Make: 'X' }))).toEqual([]);
  expect(restatedFields(metadataModifications(original, null))).toEqual([]);
});
