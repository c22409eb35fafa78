/**
 * A reader of Assay's marks for pictures that are upright and unscaled, written from docs/spec/watermark-a.md and
 * watermark-b.md alone: about 200 lines in three files, and what a stranger needs to begin with. It finds a mark after a
 * crop (track A), but no turn, no change of size, and little compression; for those see packages/core/src/watermark.
 *
 *     npx tsx examples/readMark/readMark.ts PICTURE SERVICE_KEY_HEX
 */
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { type Layout, layoutOf, PILOTS, type Track, TRACKS, trackKey } from './format.ts';
import { assetIdOf, CODED_BITS, decodeFrame, payloadOf } from './payload.ts';

export interface Luma {
  readonly width: number;
  readonly height: number;
  /** Row-major, 0..255. */
  readonly data: Float64Array;
}

/** The payload that a track carries, null if none can be read. */
export function readMark(luma: Luma, track: Track, serviceKey: Uint8Array): Buffer | null {
  const layout = layoutOf(track, trackKey(serviceKey, track.id), CODED_BITS);
  const received = carrierValues(whiten(luma), track, layout);
  const turned = turnBack(received, layout, track.tileSide, beginningOfTile(received, layout, track.tileSide));
  return payloadOf(decodeFrame(softValues(turned, layout)));
}

/** Complex values as pairs, one a carrier. */
type Values = Float64Array;

/** Sums of samples times exp(-2 pi i (u X + v Y) / N), X and Y the tile's coordinates of a pixel (section 5). */
function carrierValues(samples: Luma, track: Track, { carriers }: Layout): Values {
  const { width, height, data } = samples;
  const scale = track.scale(width, height);
  const wave = (frequency: number, length: number): readonly [Float64Array, Float64Array] => {
    const angle = (i: number): number => (2 * Math.PI * frequency * ((i + 0.5) / scale - 0.5)) / track.tileSide;
    const indices = Array.from({ length }, (_, i) => i);
    return [
      Float64Array.from(indices, (i) => Math.cos(angle(i))),
      Float64Array.from(indices, (i) => Math.sin(angle(i))),
    ];
  };
  const out = new Float64Array(2 * carriers.length);
  for (const u of new Set(carriers.map((carrier) => carrier.u))) {
    const [cosine, sine] = wave(u, width);
    const re = new Float64Array(height);
    const im = new Float64Array(height);
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        re[y] = (re[y] as number) + (data[i] as number) * (cosine[x] as number);
        im[y] = (im[y] as number) - (data[i] as number) * (sine[x] as number);
      }
    carriers.forEach((carrier, k) => {
      if (carrier.u !== u) return;
      const [c, s] = wave(carrier.v, height);
      for (let y = 0; y < height; y++) {
        const [a, b] = [re[y] as number, im[y] as number];
        out[2 * k] = (out[2 * k] as number) + a * (c[y] as number) + b * (s[y] as number);
        out[2 * k + 1] = (out[2 * k + 1] as number) + b * (c[y] as number) - a * (s[y] as number);
      }
    });
  }
  return out;
}

/** Where, in samples, a tile begins: there the pilots' phases agree best (section 6). */
function beginningOfTile(received: Values, { carriers, phases }: Layout, tileSide: number): readonly [number, number] {
  let best: readonly [number, number] = [0, 0];
  let most = Number.NEGATIVE_INFINITY;
  for (let y = 0; y < tileSide; y++)
    for (let x = 0; x < tileSide; x++) {
      let agreement = 0;
      for (let k = 0; k < PILOTS; k++) {
        const { u, v } = carriers[k] as Layout['carriers'][number];
        const angle = (2 * Math.PI * (u * x + v * y)) / tileSide - (phases[k] as number);
        const [re, im] = [received[2 * k] as number, received[2 * k + 1] as number];
        agreement += (re * Math.cos(angle) - im * Math.sin(angle)) / Math.hypot(re, im);
      }
      if (agreement > most) [best, most] = [[x, y], agreement];
    }
  return best;
}

function turnBack(received: Values, { carriers }: Layout, tileSide: number, [x, y]: readonly [number, number]): Values {
  const out = new Float64Array(received.length);
  carriers.forEach(({ u, v }, k) => {
    const angle = (2 * Math.PI * (u * x + v * y)) / tileSide;
    const [re, im] = [received[2 * k] as number, received[2 * k + 1] as number];
    out[2 * k] = re * Math.cos(angle) - im * Math.sin(angle);
    out[2 * k + 1] = re * Math.sin(angle) + im * Math.cos(angle);
  });
  return out;
}

function softValues(turned: Values, { carriers, codedBit, sign }: Layout): number[] {
  const soft = Array.from({ length: CODED_BITS }, () => 0);
  codedBit.forEach((bit, place) => {
    const { amplitude } = carriers[PILOTS + (place >> 1)] as Layout['carriers'][number];
    const value = turned[2 * PILOTS + place] as number;
    soft[bit] = (soft[bit] as number) + (sign[place] as number) * amplitude * value;
  });
  return soft;
}

/** Takes the picture away as far as one can without the original: detail over its local strength. */
function whiten(luma: Luma): Luma {
  const mean = boxMean(luma, 6);
  const detail = luma.data.map((value, i) => value - (mean[i] as number));
  const power = boxMean({ ...luma, data: detail.map((value) => value * value) }, 5);
  const data = detail.map((value, i) => {
    const strength = Math.sqrt(Math.max(0, power[i] as number)) + 1.5;
    return Math.max(-2.5, Math.min(2.5, value / strength)) / Math.sqrt(strength);
  });
  return { ...luma, data };
}

/** Mean over the square of 2 radius + 1 pixels a side, as far as it lies inside the picture. */
function boxMean({ width, height, data }: Luma, radius: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0, line = 0; x < width; x++) {
      line += data[y * width + x] as number;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + line;
    }
  const out = new Float64Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
      const at = (row: number, column: number): number => sums[row * (width + 1) + column] as number;
      const sum = at(bottom, right) - at(bottom, left) - at(top, right) + at(top, left);
      out[y * width + x] = sum / ((right - left) * (bottom - top));
    }
  return out;
}

/** Luma of BT.601 from R, G, B of 8 bits. */
export function lumaOf(width: number, height: number, rgb: Uint8Array): Luma {
  const data = Float64Array.from(
    { length: width * height },
    (_, i) => 0.299 * (rgb[3 * i] as number) + 0.587 * (rgb[3 * i + 1] as number) + 0.114 * (rgb[3 * i + 2] as number),
  );
  return { width, height, data };
}

async function main([file, keyHex]: readonly string[]): Promise<void> {
  if (!file || !/^[0-9a-f]{64}$/i.test(keyHex ?? '')) throw new Error('usage: readMark.ts PICTURE SERVICE_KEY_HEX');
  const { data, info } = await sharp(file)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const serviceKey = Buffer.from(keyHex as string, 'hex');
  for (const track of TRACKS) {
    const payload = readMark(lumaOf(info.width, info.height, data), track, serviceKey);
    console.log(`track ${track.id}: ${payload ? assetIdOf(payload, serviceKey) : 'nothing readable'}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
