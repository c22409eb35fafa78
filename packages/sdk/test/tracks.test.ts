import { expect, test } from 'vitest';
import { detectedTracks, TRACKS, trackFields } from '../src/tracks.ts';

test('the form has two fields for each track of the table, those of the switches first', () => {
  expect(Object.keys(trackFields({}))).toEqual([
    ...TRACKS.map(({ id }) => `track_${id}_enabled`),
    ...TRACKS.map(({ id }) => `track_${id}_strength`),
  ]);
  expect(trackFields({ trackB: false, trackCStrength: 0.2 })).toMatchObject({
    track_a_enabled: undefined,
    track_b_enabled: false,
    track_c_strength: 0.2,
  });
});

test('the tracks that were read are told in the order of the table', () => {
  const watermark = { track_c_detected: true, track_b_detected: false, track_a_detected: true };
  expect(detectedTracks(watermark)).toEqual(['a', 'c']);
});
