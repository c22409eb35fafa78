import { expect, test } from 'vitest';
import { decodeInFrame } from '../../../src/watermark/fusion/frameDecoding.ts';
import { decodePayload, encodePayload } from '../../../src/watermark/payload/payloadFrame.ts';
import { originIndexOf, ORIGINS } from '../../../src/watermark/tileOrigin.ts';
import { type Extraction, type FrameReading, NOTHING_EXTRACTED } from '../../../src/watermark/watermarkTrack.ts';
import { numbers } from '../../vectors/watermarkVectors.ts';

const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 17 * i + 41);
const CODED = encodePayload(PAYLOAD);
const ORIGIN = originIndexOf(PAYLOAD);
/** What track C's pilots are to its bits. */
const PAYLOAD_PER_PILOTS = 2.8;

/** Numbers of mean 0 and variance 1, Gaussian but for their tails (sums of twelve uniform ones). */
function gaussian(seed: number, count: number): Float64Array {
  const uniform = numbers(seed, 12 * count);
  return Float64Array.from({ length: count }, (_, i) =>
    uniform.subarray(12 * i, 12 * i + 12).reduce((a, b) => a + b, -6),
  );
}

/** A track whose bits have this amplitude in noise of variance 1 at `origin`, with pilots to match, and noise elsewhere. */
function frame(seed: number, amplitude: number, origin = ORIGIN, usualPayloadZScore = 10): FrameReading {
  const pilotZScores = gaussian(seed, ORIGINS);
  pilotZScores[origin] = (pilotZScores[origin] as number) + (32 * amplitude) / PAYLOAD_PER_PILOTS;
  return {
    pilotZScores,
    payloadPerPilots: PAYLOAD_PER_PILOTS,
    usualPayloadZScore,
    pose: null,
    softBitsAt(index) {
      const noise = gaussian(1000 * seed + index, CODED.length);
      const sent = index === origin ? amplitude : 0;
      return Float32Array.from(CODED, (bit, i) => sent * (1 - 2 * bit) + (noise[i] as number));
    },
  };
}

const unread = (reading: FrameReading): Extraction => ({ ...NOTHING_EXTRACTED, inOwnFrame: () => reading });

test('three tracks, each too weak to be decoded, are read in their common frame', () => {
  const frames = [1, 2, 3].map((seed) => frame(seed, 0.38));
  for (const { softBitsAt } of frames) expect(decodePayload(softBitsAt(ORIGIN), 32).valid).toBe(false);
  for (const { detected, payload, confidence } of decodeInFrame(frames.map(unread))) {
    expect({ detected, payload }).toEqual({ detected: true, payload: PAYLOAD });
    expect(confidence).toBeGreaterThan(0.6);
  }
});

test('a track that is lost takes part, adds little noise, and is not said to be detected', () => {
  const frames = [frame(1, 0.42), frame(2, 0.42), frame(3, 0)];
  for (const { softBitsAt } of frames) expect(decodePayload(softBitsAt(ORIGIN), 32).valid).toBe(false);
  expect(decodeInFrame(frames.map(unread)).map(({ detected }) => detected)).toEqual([true, true, false]);
});

test('a track whose few pilots are low by chance still weighs about what is usual', () => {
  const frames = [frame(1, 0.3, ORIGIN, 6.5), frame(2, 0.3, ORIGIN, 6.5), frame(3, 0.43, ORIGIN, 11.5)];
  const low = (frames[2] as FrameReading).pilotZScores;
  low[ORIGIN] = 1;
  const isRead = (readings: readonly FrameReading[]): boolean =>
    decodeInFrame(readings.map(unread)).some(({ detected }) => detected);
  const byPilots = frames.map((reading) => {
    const usualPayloadZScore = PAYLOAD_PER_PILOTS * Math.max(1, reading.pilotZScores[ORIGIN] as number);
    return { ...reading, usualPayloadZScore };
  });
  expect(isRead(byPilots)).toBe(false);
  expect(isRead(frames)).toBe(true);
});

test('an origin that the payload does not name is not believed', () => {
  const strange = [4, 5].map((seed) => frame(seed, 1.5, (ORIGIN + 1) % ORIGINS));
  expect(decodeInFrame(strange.map(unread)).some(({ detected }) => detected)).toBe(false);
});

test('of noise seldom any checksum is tried, and no payload comes of it', () => {
  const pictures = Array.from({ length: 40 }, (_, i) => [0, 1, 2].map((t) => unread(frame(10 + 3 * i + t, 0))));
  const decoded = pictures.map(decodeInFrame);
  expect(decoded.flat().some(({ detected }) => detected)).toBe(false);
  expect(decoded.filter(([first]) => (first as Extraction).checksums > 0).length).toBeLessThan(10);
});

test('one track alone is left to its own search', () => {
  const alone = [unread(frame(1, 2)), NOTHING_EXTRACTED];
  expect(decodeInFrame(alone)).toBe(alone);
});

test('where one track was read, another that agrees beyond chance is detected too, and noise is not', () => {
  const read: Extraction = { ...NOTHING_EXTRACTED, detected: true, payload: PAYLOAD, raw: PAYLOAD, confidence: 0.9 };
  const [first, weak, noise] = decodeInFrame([read, unread(frame(2, 0.3)), unread(frame(3, 0))]);
  expect(first).toBe(read);
  expect(weak).toMatchObject({ detected: true, payload: PAYLOAD });
  expect(noise?.detected).toBe(false);
});
