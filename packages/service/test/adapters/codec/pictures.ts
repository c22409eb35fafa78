/** Small synthetic pictures and the files they make; every picture differs in all rows and columns. */
import zlib from 'node:zlib';
import type { Raster } from '@assay/core/raster';
import sharp, { type Sharp } from 'sharp';

/** Soft waves with a deterministic grain, so that every format has something to code and no two pixels need be equal. */
export function waves(width: number, height: number, channels: 1 | 2 | 3 | 4, depth: 8 | 16 = 8, seed = 1): Raster {
  const data = depth === 16 ? new Uint16Array(width * height * channels) : new Uint8Array(width * height * channels);
  const peak = depth === 16 ? 65535 : 255;
  let noise = seed;
  for (let y = 0, p = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++, p++) {
        noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
        const wave = 0.5 + 0.35 * Math.sin(x / 9 + c + seed) * Math.cos(y / 7 - c) + 0.1 * (noise / 2 ** 32 - 0.5);
        data[p] = Math.round(peak * wave);
      }
  return { width, height, channels, depth, data };
}

/** sharp over the raw samples, in the colour space they mean. */
export function rawSharp({ width, height, channels, depth, data }: Raster): Sharp {
  const grey = channels < 3;
  const space = depth === 16 ? (grey ? 'grey16' : 'rgb16') : grey ? 'b-w' : 'srgb';
  return sharp(data, { raw: { width, height, channels } }).toColourspace(space);
}

/** Largest difference of two rasters of one shape. */
export function maxDifference(a: Raster, b: Raster): number {
  if (a.data.length !== b.data.length || a.width !== b.width) throw new Error('the rasters have different shapes');
  let most = 0;
  for (let i = 0; i < a.data.length; i++)
    most = Math.max(most, Math.abs((a.data[i] as number) - (b.data[i] as number)));
  return most;
}

/** One PNG chunk with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(zlib.crc32(body) >>> 0, out.length - 4);
  return out;
}

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  readonly colourType: number;
}

/** A PNG from scanlines that carry their filter byte. */
export function handmadePng(header: PngHeader, scanlines: Uint8Array, before: readonly Buffer[] = []): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(header.width, 0);
  ihdr.writeUInt32BE(header.height, 4);
  ihdr[8] = header.bitDepth;
  ihdr[9] = header.colourType;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', ihdr),
    ...before,
    pngChunk('IDAT', zlib.deflateSync(scanlines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

type TiffField = readonly [tag: number, type: number, values: readonly number[] | string];

/**
 * An 8 x 4 uncompressed RGB TIFF of orientation 6 with EXIF and GPS directories, in either byte order.
 * `more` tags, at most one, follow in ascending order.
 */
export function handmadeTiff(littleEndian: boolean, more: readonly TiffField[] = []): Buffer {
  const out = Buffer.alloc(700);
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  out.write(littleEndian ? 'II' : 'MM', 0, 'latin1');
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, 8, littleEndian);
  let free = 400;
  const write = (at: number, entries: readonly TiffField[]): void => {
    view.setUint16(at, entries.length, littleEndian);
    entries.forEach(([tag, type, values], i) => {
      const field = at + 2 + 12 * i;
      const list = typeof values === 'string' ? [...Buffer.from(`${values}\0`, 'latin1')] : values;
      const count = type === 5 ? list.length / 2 : list.length;
      const bytesEach = type === 2 ? 1 : type === 3 ? 2 : 4;
      view.setUint16(field, tag, littleEndian);
      view.setUint16(field + 2, type, littleEndian);
      view.setUint32(field + 4, count, littleEndian);
      const inside = list.length * bytesEach <= 4;
      if (!inside) view.setUint32(field + 8, free, littleEndian);
      const start = inside ? field + 8 : free;
      list.forEach((value, k) => {
        if (bytesEach === 1) view.setUint8(start + k, value);
        else if (bytesEach === 2) view.setUint16(start + 2 * k, value, littleEndian);
        else view.setUint32(start + 4 * k, value, littleEndian);
      });
      if (!inside) free += list.length * bytesEach + ((list.length * bytesEach) % 2);
    });
  };
  write(8, [
    [256, 3, [8]],
    [257, 3, [4]],
    [258, 3, [8, 8, 8]],
    [259, 3, [1]],
    [262, 3, [2]],
    [271, 2, 'Acme'],
    [273, 4, [300]],
    [274, 3, [6]],
    [277, 3, [3]],
    [278, 3, [4]],
    [279, 4, [96]],
    [33432, 2, 'Ada'],
    [34665, 4, [200]],
    [34853, 4, [240]],
    ...more,
  ]);
  write(200, [
    [33434, 5, [1, 250]],
    [42036, 2, 'Prime 50'],
  ]);
  write(240, [
    [1, 2, 'N'],
    [2, 5, [51, 1, 30, 1, 3230, 100]],
  ]);
  for (let i = 0; i < 96; i++) out[300 + i] = (i * 37) % 251;
  return out;
}
