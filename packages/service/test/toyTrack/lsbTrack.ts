/**
 * A toy track: the payload and its checksum, over and over, in the least significant bit of luma, where luma is counted in
 * steps of 4 levels,  bit = floor(Y / 4) mod 2.  It survives a lossless file and nothing else.
 * @module
 */
import { crc32 } from '@assay/core/encoding/crc32';
import { clampedSum, type RowSource, rowsOf } from '@assay/core/signal/rowSource';
import { estimateSsim } from '@assay/core/signal/ssimEstimate';
import { psnrOfDelta } from '@assay/core/watermark/applyDelta';
import { PAYLOAD_BYTES } from '@assay/core/watermark/payload/payloadCipher';
import type { TrackKey } from '@assay/core/watermark/trackKey';
import type { Extraction, TrackIdentity, WatermarkTrack } from '@assay/core/watermark/watermarkTrack';

/** Samples of three colours are rounded: luma then misses what was aimed at by at most half a level, far from a step's edge. */
const STEP = 4;
/** From black to white. */
const STEPS = 256 / STEP;
const FRAME_BITS = 8 * (PAYLOAD_BYTES + 4);
/** Shorter ones would hold each bit too seldom for a vote. */
const PIXELS_MIN = 16 * FRAME_BITS;

export const makeLsbTrack = ({ id, defaultStrength }: TrackIdentity): WatermarkTrack => ({
  id,
  defaultStrength,
  embed(picture, payload, { key }) {
    if (payload.length !== PAYLOAD_BYTES) throw new RangeError(`payload: 16 bytes, got ${payload.length}`);
    if (picture.width * picture.height < PIXELS_MIN)
      return { embedded: false, reason: 'too-small', detail: `${PIXELS_MIN} pixels are needed.` };
    const luma = rowsOf(picture);
    const delta = lsbRows(luma, cipheredFrame(payload, key));
    const ssim = estimateSsim(luma, clampedSum(luma, delta), 2);
    return { embedded: true, delta, psnrDb: psnrOfDelta(picture, delta, 1), ssim };
  },
  extract(luma, { key }) {
    const { bits, agreement } = votedFrame(rowsOf(luma), key);
    const payload = bytesOf(bits.subarray(0, 8 * PAYLOAD_BYTES));
    const detected = checksumBits(payload).every((bit, i) => bit === bits[8 * PAYLOAD_BYTES + i]);
    return detected ? { ...NOTHING, detected, payload, raw: payload, confidence: agreement } : NOTHING;
  },
});

const NOTHING: Extraction = {
  detected: false,
  payload: null,
  raw: null,
  confidence: 0,
  pilotZScore: 0,
  softBits: null,
  checksums: 1,
  pose: null,
};

const bitsOf = (bytes: Uint8Array): number[] =>
  [...bytes].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((n) => (byte >> n) & 1));

const bytesOf = (bits: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.subarray(8 * i, 8 * i + 8).reduce((byte, bit) => 2 * byte + bit, 0),
  );

function checksumBits(payload: Uint8Array): number[] {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, crc32(payload));
  return bitsOf(bytes);
}

/** Who has not the key reads other bits. */
function cipheredFrame(payload: Uint8Array, key: TrackKey): Uint8Array {
  const mask = bitsOf(key);
  return Uint8Array.from([...bitsOf(payload), ...checksumBits(payload)], (bit, i) => bit ^ (mask[i] as number));
}

/** To the middle of the nearest step whose count has the bit. */
function lsbRows(luma: RowSource, frame: Uint8Array): RowSource {
  const { width, height } = luma;
  return {
    width,
    height,
    read(y, left, count, out, at) {
      luma.read(y, left, count, out, at);
      for (let i = 0; i < count; i++) {
        const value = out[at + i] as number;
        const bit = frame[(y * width + left + i) % FRAME_BITS] as number;
        const nearest = 2 * Math.round((value / STEP - 0.5 - bit) / 2) + bit;
        const step = Math.min(STEPS - 2 + bit, Math.max(bit, nearest));
        out[at + i] = (step + 0.5) * STEP - value;
      }
    },
  };
}

/** Each bit of the frame as most of its pixels have it, deciphered, and what share of the pixels says the same. */
function votedFrame(luma: RowSource, key: TrackKey): { readonly bits: Uint8Array; readonly agreement: number } {
  const { width, height } = luma;
  const votes = new Int32Array(FRAME_BITS);
  const line = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    luma.read(y, 0, width, line, 0);
    for (let x = 0; x < width; x++) {
      const isSet = Math.floor((line[x] as number) / STEP) & 1;
      const place = (y * width + x) % FRAME_BITS;
      votes[place] = (votes[place] as number) + (isSet ? 1 : -1);
    }
  }
  const mask = bitsOf(key);
  const clear = votes.reduce((sum, vote) => sum + Math.abs(vote), 0) / (width * height);
  return {
    bits: Uint8Array.from(votes, (vote, i) => (vote > 0 ? 1 : 0) ^ (mask[i] as number)),
    agreement: (1 + clear) / 2,
  };
}
