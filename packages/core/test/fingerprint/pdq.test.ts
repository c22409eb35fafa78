import fs from 'node:fs';
import path from 'node:path';
import { hammingDistance } from '@assay/core/fingerprint/hammingDistance';
import { filteredSamples, PDQ_DIHEDRAL, pdq, pdqHashInt, pdqHex } from '@assay/core/fingerprint/pdq';
import { luma, type Raster } from '@assay/core/raster';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

/** Implementations differ by up to 2 bits on the same pixels: a coefficient next to the median may fall either side. */
const ROUNDING_BITS = 2;

interface Vector {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly leaves: number;
  readonly hash: string;
  readonly quality: number;
}
const vectors = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'vectors/pdq.json'), 'utf8'),
) as readonly Vector[];

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

test.each(vectors)('pdq agrees with the NumPy implementation on $width x $height', (vector) => {
  const { hash, quality } = pdq(deadLeaves(vector.width, vector.height, vector.seed, vector.leaves));
  expect(hammingDistance(hash, bytes(vector.hash))).toBeLessThanOrEqual(ROUNDING_BITS);
  expect(Math.abs(quality - vector.quality)).toBeLessThanOrEqual(1);
});

/** ASSAY_PDQ names a folder with the reference's pictures and expected.csv (name,hash a line). */
const reference = process.env.ASSAY_PDQ;
describe.skipIf(!reference)('pdq on the pictures of the reference (skipped: ASSAY_PDQ names no folder)', () => {
  const lines = reference ? fs.readFileSync(path.join(reference, 'expected.csv'), 'utf8').trim().split('\n') : [];
  test.each(lines.map((line) => line.split(',') as [string, string]))('%s is within 2 bits', async (name, hash) => {
    const image = sharp(path.join(reference as string, name)).raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const picture: Raster = { width: info.width, height: info.height, channels: info.channels as 3, depth: 8, data };
    expect(hammingDistance(pdq(picture).hash, bytes(hash))).toBeLessThanOrEqual(ROUNDING_BITS);
  });
});

/** Where each sample of the turned picture comes from; width and height are those of the original. */
const TURNS: Record<(typeof PDQ_DIHEDRAL)[number], (x: number, y: number, w: number, h: number) => [number, number]> = {
  original: (x, y) => [x, y],
  rotate90: (x, y, w) => [w - 1 - y, x],
  rotate180: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  rotate270: (x, y, _, h) => [y, h - 1 - x],
  flipVertical: (x, y, _, h) => [x, h - 1 - y],
  flipHorizontal: (x, y, w) => [w - 1 - x, y],
  transpose: (x, y) => [y, x],
  antiTranspose: (x, y, w, h) => [w - 1 - y, h - 1 - x],
};

function turned(original: Raster, turn: (typeof PDQ_DIHEDRAL)[number]): Raster {
  const side = original.width;
  const data = new Uint8Array(original.data.length);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [fromX, fromY] = TURNS[turn](x, y, side, side);
      data.set(original.data.subarray((fromY * side + fromX) * 3, (fromY * side + fromX) * 3 + 3), (y * side + x) * 3);
    }
  return { ...original, data };
}

test.each(PDQ_DIHEDRAL)('dihedral hash "%s" is the hash of the turned picture', (turn) => {
  const place = PDQ_DIHEDRAL.indexOf(turn);
  const distance = (side: number) => {
    const original = deadLeaves(side, side, 21);
    return hammingDistance(pdq(turned(original, turn)).hash, pdq(original).dihedral[place] as Uint8Array);
  };
  expect(distance(64)).toBeLessThanOrEqual(ROUNDING_BITS);
  // The reference samples larger pictures on a grid that is not symmetric, so a turned picture is hashed half a sample
  // aside. Impostors differ in 128 bits, give or take 8.
  expect(distance(300)).toBeLessThan(48);
});

test('the first dihedral hash is the hash, the eight differ, and about half of the bits are set', () => {
  const { hash, dihedral } = pdq(deadLeaves(200, 150, 5));
  expect(dihedral[0]).toEqual(hash);
  expect(new Set(dihedral.map(pdqHex)).size).toBe(8);
  for (const form of dihedral) expect(hammingDistance(form, new Uint8Array(32))).toBe(128);
});

test('16-bit samples, grey and alpha give the hash of the same picture in 8-bit R G B', () => {
  const rgb = deadLeaves(120, 90, 6);
  const grey = Uint8Array.from({ length: 120 * 90 }, (_, i) => rgb.data[i * 3] as number);
  const spread = (channels: 1 | 2 | 3 | 4) => {
    const data = new Uint8Array(grey.length * channels).fill(200);
    for (const [i, value] of grey.entries()) data.fill(value, i * channels, i * channels + (channels < 3 ? 1 : 3));
    return pdqHex(pdq({ ...rgb, channels, data }).hash);
  };
  expect(new Set(([1, 2, 3, 4] as const).map(spread)).size).toBe(1);
  const deep = pdq({ ...rgb, depth: 16, data: Uint16Array.from(rgb.data, (value) => value * 257) });
  expect(hammingDistance(deep.hash, pdq(rgb).hash)).toBeLessThanOrEqual(ROUNDING_BITS);
});

test('a flat picture has quality 0 and a 1 x 1 picture a hash', () => {
  const flat: Raster = { width: 1, height: 1, channels: 1, depth: 8, data: Uint8Array.of(90) };
  expect(pdq(flat).quality).toBe(0);
  expect(pdq(flat).hash).toHaveLength(32);
});

test('pdqHex is 64 lower-case characters and pdqHashInt the first 16 of them as a signed number', () => {
  const hash = bytes('f00000000000000a' + '00'.repeat(24));
  expect(pdqHex(hash)).toBe('f00000000000000a' + '0'.repeat(48));
  expect(pdqHashInt(hash)).toBe(BigInt.asIntN(64, 0xf00000000000000an));
  expect(pdqHashInt(bytes('7f'.repeat(32)))).toBe(0x7f7f7f7f7f7f7f7fn);
});

test('hammingDistance counts differing bits and refuses hashes of different length', () => {
  expect(hammingDistance(Uint8Array.of(0b1010_1010, 0xff), Uint8Array.of(0b0101_0101, 0xfe))).toBe(9);
  expect(() => hammingDistance(new Uint8Array(32), new Uint8Array(31))).toThrow(RangeError);
});

/** Mean of the samples from `window - 1 - floor(window / 2)` before a place to `floor(window / 2)` after it, as a running sum. */
function boxFiltered(line: Float32Array, window: number): Float32Array {
  const right = Math.floor(window / 2);
  const left = window - 1 - right;
  let sum = 0;
  for (let i = 0; i < Math.min(right, line.length); i++) sum += line[i] as number;
  return line.map((_, i) => {
    sum += i + right < line.length ? (line[i + right] as number) : 0;
    sum -= i - left > 0 ? (line[i - left - 1] as number) : 0;
    return sum / (Math.min(i + right, line.length - 1) - Math.max(i - left, 0) + 1);
  });
}

test.each([
  [40, 90],
  [301, 200],
  [512, 512],
])('the samples of %i x %i are those of the whole picture filtered twice', (width, height) => {
  const picture = luma(deadLeaves(width, height, 3, 200));
  let filtered: Float32Array = picture.data;
  for (let pass = 0; pass < 2; pass++) {
    for (let y = 0; y < height; y++)
      filtered.set(boxFiltered(filtered.slice(y * width, (y + 1) * width), Math.ceil(width / 128)), y * width);
    for (let x = 0; x < width; x++) {
      const column = Float32Array.from({ length: height }, (_, y) => filtered[y * width + x] as number);
      for (const [y, value] of boxFiltered(column, Math.ceil(height / 128)).entries()) filtered[y * width + x] = value;
    }
  }
  const place = (i: number, length: number): number => Math.floor(((i + 0.5) * length) / 64);
  const expected = Float32Array.from(
    { length: 64 * 64 },
    (_, k) => filtered[place(k >> 6, height) * width + place(k & 63, width)] as number,
  );
  expect(filteredSamples(luma(deadLeaves(width, height, 3, 200))).data).toEqual(expected);
});
