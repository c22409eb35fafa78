import { expect, test } from 'vitest';
import { makeTrack, plainTracks, trackDefinition } from '../../src/watermark/tracks.ts';
import { TRACKS } from '../../src/watermark/trackTable.ts';

test('every row has a letter of its own, and a strength that a track takes', () => {
  const ids: readonly string[] = TRACKS.map(({ id }) => id);
  expect(ids.join('')).toMatch(/^[a-z]+$/);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { label, defaultStrength } of TRACKS) {
    expect(label).toMatch(/^[A-Z]/);
    expect(defaultStrength).toBeGreaterThan(0);
    expect(defaultStrength).toBeLessThanOrEqual(1);
  }
});

test('a track takes letter and strength from its row', () => {
  for (const track of plainTracks())
    expect(track).toMatchObject({ defaultStrength: trackDefinition(track.id).defaultStrength });
  expect(plainTracks().map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a track that needs a network is not made without, nor one that has no row', () => {
  expect(() => makeTrack('c')).toThrow('track-c-encoder is not at hand');
  expect(() => trackDefinition('z')).toThrow('no watermark track z');
});
