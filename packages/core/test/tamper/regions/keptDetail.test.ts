import { expect, test } from 'vitest';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { keptDetail } from '../../../src/tamper/regions/keptDetail.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIDE = 128;
const COUNT = SIDE * SIDE;
const size = { width: SIDE, height: SIDE };

/** Detail of every size: noise through low-passes of 0 to 8 px, each of about the same strength. */
function texture(seed: number): Float32Array {
  const uniform = seededUniform(seed);
  const out = new Float32Array(COUNT).fill(128);
  for (const sigma of [0, 1, 2, 4, 8]) {
    const noise = { ...size, data: Float32Array.from({ length: COUNT }, () => uniform() - 0.5) };
    const low = sigma === 0 ? noise : gaussianBlur(noise, sigma);
    const strength = 40 * Math.max(1, 3.5 * sigma);
    for (let i = 0; i < COUNT; i++) out[i] = (out[i] as number) + (strength * (low.data[i] as number)) / 2;
  }
  return out;
}

const grey = (levels: Float32Array) => ({
  ...size,
  channels: [levels, levels.slice(), levels.slice()] as [Float32Array, Float32Array, Float32Array],
});
const inside = new Uint8Array(COUNT).fill(1);
/** A square of a tenth of the picture. */
const region = Uint8Array.from({ length: COUNT }, (_, i) => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  return x >= 40 && x < 80 && y >= 40 && y < 80 ? 1 : 0;
});
const [scene, other] = [texture(3), texture(4)];
const soft = gaussianBlur({ ...size, data: scene }, 6).data;

/** What is kept of the scene where the region holds what `within` says, after what `after` does to the whole picture. */
const kept = (within: (i: number) => number, after: (level: number, i: number) => number = (level) => level) =>
  keptDetail(
    {
      query: grey(Float32Array.from(scene, (level, i) => after(region[i] === 1 ? within(i) : level, i))),
      fitted: grey(scene),
      inside,
    },
    region,
    null,
  );
const uniform = seededUniform(9);
const grain = Float32Array.from({ length: COUNT }, () => 24 * (uniform() - 0.5));
const grainy = (level: number, i: number): number => level + (grain[i] as number);

test('other content keeps nothing, a blur hardly anything; under grain too', () => {
  for (const after of [(level: number) => level, grainy]) {
    expect(kept((i) => other[i] as number, after)).toBeLessThan(0.15);
    expect(kept((i) => soft[i] as number, after)).toBeLessThan(0.25);
  }
});

test('light, a colour or a tone of its own, and grain all over keep it', () => {
  // The edge of the light is none of the scene's.
  expect(kept((i) => (scene[i] as number) + 40)).toBeGreaterThan(0.75);
  expect(kept((i) => 60 + (scene[i] as number) / 2)).toBeGreaterThan(0.95);
  expect(kept((i) => scene[i] as number, grainy)).toBeGreaterThan(0.9);
});

test('what is lost all over is missed nowhere', () => {
  expect(
    kept(
      (i) => soft[i] as number,
      (_, i) => soft[i] as number,
    ),
  ).toBeNull();
});

test('a flat region, or none, says nothing', () => {
  const flat = Float32Array.from(scene, (level, i) => (region[i] === 1 ? 90 : level));
  const noisy = Float32Array.from(flat, grainy);
  expect(keptDetail({ query: grey(noisy), fitted: grey(flat), inside }, region, null)).toBeNull();
  expect(keptDetail({ query: grey(noisy), fitted: grey(scene), inside }, new Uint8Array(COUNT), null)).toBeNull();
});
