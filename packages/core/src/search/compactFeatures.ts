/**
 * Local features small enough to keep for every asset: 54 bytes each, at most 370. Together with their 10 bytes each in
 * the inverted file (indexRecord.ts) a picture takes under 24,000 bytes.
 *     byte 0-1  x in 1/65535 of the canvas' width      byte 4  ln(scale) in steps of 1/24 from ln 0.5
 *     byte 2-3  y in 1/65535 of its height             byte 5  orientation in 1/256 turns
 *     byte 6-53 the descriptor: RootSIFT on its 48 leading principal axes, in steps of 1/256
 * after a header of 8 bytes: "AF", version 1, reserved 0, width and height of the canvas (16 bits each); little-endian.
 * RootSIFT's 128 numbers keep about nine tenths of their variance on 48 axes.
 * Source: Ke and Sukthankar 2004 for projected descriptors; the sizes are measured in docs/decisions/0009-local-search.md.
 * @module
 */
import type { LocalFeatures } from '../features/localFeatures.ts';
import { project } from '../features/pca.ts';
import { rootSift } from '../features/rootSift.ts';
import { SEARCH_AXES, SEARCH_MEAN } from './searchTables.ts';

/** Numbers of a compact descriptor. */
export const COMPACT_LENGTH = 48;
/** Features kept of a stored picture, strongest first. */
export const STORED_FEATURES_MAX = 370;
const HEADER_BYTES = 8;
const FEATURE_BYTES = 6 + COMPACT_LENGTH;
const MAGIC = [0x41, 0x46, 1, 0] as const;

/** Positions and sizes in pixels of a canvas of `width` x `height`. */
export interface CompactFeatures {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly scale: Float32Array;
  /** Radians. */
  readonly orientation: Float32Array;
  /** `COMPACT_LENGTH` numbers a feature, in steps of 1 / 256. */
  readonly descriptors: Int8Array;
}

const DESCRIPTOR_STEPS = 256;
const SCALE_MIN = 0.5;
const SCALE_STEPS = 24;

/** The strongest `countMax` features, projected and rounded as they will be stored. */
export function compactFeatures(
  { keypoints, descriptors }: LocalFeatures,
  canvas: { readonly width: number; readonly height: number },
  countMax: number = STORED_FEATURES_MAX,
): CompactFeatures {
  const count = Math.min(countMax, keypoints.count);
  const projected = project(rootSift(descriptors.subarray(0, 128 * count)), { mean: SEARCH_MEAN, axes: SEARCH_AXES });
  // A loop, for `Int8Array.from` calls a function for each of 72,000 numbers.
  const rounded = new Int8Array(projected.length);
  for (let i = 0; i < rounded.length; i++)
    rounded[i] = Math.max(-127, Math.min(127, Math.round(DESCRIPTOR_STEPS * (projected[i] as number))));
  return {
    width: canvas.width,
    height: canvas.height,
    count,
    x: keypoints.x.slice(0, count),
    y: keypoints.y.slice(0, count),
    scale: keypoints.scale.slice(0, count),
    orientation: keypoints.orientation.slice(0, count),
    descriptors: rounded,
  };
}

export function encodeFeatures(features: CompactFeatures): Uint8Array {
  const { width, height, count } = features;
  const bytes = new Uint8Array(HEADER_BYTES + FEATURE_BYTES * count);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(4, width, true);
  view.setUint16(6, height, true);
  for (let i = 0, at = HEADER_BYTES; i < count; i++, at += FEATURE_BYTES) {
    view.setUint16(at, clampTo(65535, (65535 * (features.x[i] as number)) / width), true);
    view.setUint16(at + 2, clampTo(65535, (65535 * (features.y[i] as number)) / height), true);
    bytes[at + 4] = clampTo(255, SCALE_STEPS * Math.log((features.scale[i] as number) / SCALE_MIN));
    bytes[at + 5] = Math.round((256 * (features.orientation[i] as number)) / (2 * Math.PI)) & 255;
    const row = features.descriptors.subarray(i * COMPACT_LENGTH, (i + 1) * COMPACT_LENGTH);
    bytes.set(new Uint8Array(row.buffer, row.byteOffset, row.length), at + 6);
  }
  return bytes;
}

/** How many features encoded ones are. */
export const featureCount = ({ length }: Uint8Array): number => (length - HEADER_BYTES) / FEATURE_BYTES;

/** @throws {RangeError} if the bytes are no features of this version */
export function decodeFeatures(bytes: Uint8Array): CompactFeatures {
  const count = featureCount(bytes);
  if (!Number.isInteger(count) || count < 0 || MAGIC.some((byte, i) => bytes[i] !== byte))
    throw new RangeError(`local features: ${bytes.length} bytes are no features of version 1`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint16(4, true), view.getUint16(6, true)];
  const offset = (i: number): number => HEADER_BYTES + i * FEATURE_BYTES;
  const numbers = (of: (at: number) => number): Float32Array =>
    Float32Array.from({ length: count }, (_, i) => of(offset(i)));
  const descriptors = new Int8Array(count * COMPACT_LENGTH);
  for (let i = 0; i < count; i++) {
    const at = bytes.byteOffset + offset(i) + 6;
    descriptors.set(new Int8Array(bytes.buffer, at, COMPACT_LENGTH), i * COMPACT_LENGTH);
  }
  return {
    width,
    height,
    count,
    x: numbers((at) => (view.getUint16(at, true) * width) / 65535),
    y: numbers((at) => (view.getUint16(at + 2, true) * height) / 65535),
    scale: numbers((at) => SCALE_MIN * Math.exp(view.getUint8(at + 4) / SCALE_STEPS)),
    orientation: numbers((at) => (2 * Math.PI * view.getUint8(at + 5)) / 256),
    descriptors,
  };
}

function clampTo(max: number, value: number): number {
  return Math.max(0, Math.min(max, Math.round(value)));
}
