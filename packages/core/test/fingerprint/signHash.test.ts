import { hammingDistance } from '@assay/core/fingerprint/hammingDistance';
import { signHash } from '@assay/core/fingerprint/signHash';
import { expect, test } from 'vitest';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const vector = (angle: number) => {
  const out = new Float32Array(768);
  for (let i = 0; i < 768; i++) out[i] = Math.cos(angle) * Math.sin(i + 1) + Math.sin(angle) * Math.cos(i + 1);
  return out;
};

test('the hash of a known vector never changes: stored hashes must stay comparable', () => {
  expect(signHash(vector(0))).toMatch(/^[0-9a-f]{64}$/);
  expect(signHash(vector(0))).toBe('f920484ccf61bc17eb9fd7d274f2c0438bb3765b1faa0f6f74729f27812e9132');
});

test('the length of the vector does not matter, the opposite vector flips every bit', () => {
  expect(signHash(vector(0).map((value) => 3 * value))).toBe(signHash(vector(0)));
  const opposite = signHash(vector(0).map((value) => -value));
  expect(hammingDistance(bytes(signHash(vector(0))), bytes(opposite))).toBe(256);
});

test('bits differ in proportion to the angle, within four standard deviations', () => {
  for (const angle of [0.2, 0.6, 1.2, Math.PI / 2]) {
    const share = angle / Math.PI;
    const distance = hammingDistance(bytes(signHash(vector(0))), bytes(signHash(vector(angle))));
    expect(Math.abs(distance - 256 * share)).toBeLessThan(4 * Math.sqrt(256 * share * (1 - share)));
  }
});
