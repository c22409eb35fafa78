import { expect, test } from 'vitest';
import { decodeJointly } from '../../../src/watermark/fusion/jointDecoding.ts';
import { decodePayload, encodePayload } from '../../../src/watermark/payload/payloadFrame.ts';
import type { Extraction } from '../../../src/watermark/watermarkTrack.ts';
import { numbers } from '../../vectors/watermarkVectors.ts';

const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 17 * i + 4);
const CODED = encodePayload(PAYLOAD);

/** Soft bits of the payload with Gaussian noise of `deviation` (sum of twelve uniform numbers). */
function noisyBits(seed: number, deviation: number): Float32Array {
  const uniform = numbers(seed, 12 * CODED.length);
  return Float32Array.from(CODED, (bit, i) => {
    const gauss = uniform.subarray(12 * i, 12 * i + 12).reduce((a, b) => a + b, -6);
    return 1 - 2 * bit + deviation * gauss;
  });
}

const unread = (softBits: Float32Array | null): Extraction => ({
  detected: false,
  payload: null,
  raw: null,
  confidence: 0,
  pilotZScore: 7,
  softBits,
  checksums: 0,
  pose: null,
});

test('two tracks too weak alone are read together, each with its own confidence', () => {
  const parts = [noisyBits(1, 2.1), noisyBits(2, 2.1)];
  for (const part of parts) expect(decodePayload(part, 1).valid).toBe(false);
  for (const extraction of decodeJointly(parts.map(unread))) {
    expect(extraction).toMatchObject({ detected: true, payload: PAYLOAD });
    expect(extraction.confidence).toBeGreaterThan(0.6);
    expect(extraction.confidence).toBeLessThan(0.9);
  }
});

test('noise together stays unread, and its checksums are counted once', () => {
  const noise = [3, 4].map((seed) => unread(noisyBits(seed, 40)));
  const [first, second] = noise;
  expect(decodeJointly(noise, () => 4)).toEqual([{ ...first, checksums: 4 }, second]);
});

test('a track without trusted pilots takes no part', () => {
  const alone = [unread(noisyBits(1, 0.2)), unread(null)];
  expect(decodeJointly(alone)).toEqual(alone);
  const read = { ...unread(noisyBits(1, 0.2)), detected: true, payload: PAYLOAD };
  expect(decodeJointly([read, unread(null)])).toEqual([read, unread(null)]);
});

test('a track too weak alone is believed where it agrees with the payload of another, and noise is not', () => {
  const read = { ...unread(noisyBits(1, 0.2)), detected: true, payload: PAYLOAD };
  const weak = unread(noisyBits(2, 2.5));
  expect(decodePayload(noisyBits(2, 2.5), 1).valid).toBe(false);
  const noise = unread(noisyBits(3, 40));
  const [first, second, third] = decodeJointly([read, weak, noise]);
  expect(first).toEqual(read);
  expect(second).toMatchObject({ detected: true, payload: PAYLOAD });
  expect(third).toEqual(noise);
});
