import type { Raster } from '@assay/core/raster';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeImage } from '../../../src/adapters/codec/decodeImage.ts';
import { encodeLike, QUALITY_FLOOR } from '../../../src/adapters/codec/encodeLike.ts';
import { jpegEncoding } from '../../../src/adapters/codec/jpegEncoding.ts';
import { jpegSegments } from '../../../src/adapters/codec/jpegSegments.ts';
import { pngChunks } from '../../../src/adapters/codec/pngChunks.ts';
import { readMetadata } from '../../../src/adapters/codec/readMetadata.ts';
import { readTiff, tiffNumber } from '../../../src/adapters/codec/tiffDirectory.ts';
import { webpIsLossless } from '../../../src/adapters/codec/webpChunks.ts';
import { handmadePng, handmadeTiff, maxDifference, pngChunk, rawSharp, waves } from './pictures.ts';

const LIMITS = { bytesMax: 50 * 1024 * 1024, pixelsMax: 100_000_000 };

const EXIF = {
  IFD0: { Copyright: 'Ada', Make: 'Acme', Artist: 'Grace' },
  IFD2: { ExposureTime: '1/250', LensModel: 'Prime 50' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
};
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';

/** The picture with every colour sample one code nearer to the middle: a change that every lossless format must keep. */
function nudged(picture: Raster): Raster {
  const middle = picture.depth === 16 ? 32768 : 128;
  const data = picture.data.slice();
  const hasAlpha = picture.channels % 2 === 0;
  for (let i = 0; i < data.length; i++)
    if (!hasAlpha || i % picture.channels < picture.channels - 1)
      data[i] = (data[i] as number) + ((data[i] as number) < middle ? 1 : -1);
  return { ...picture, data };
}

/** A JPEG marker segment with a text as payload. */
function segment(marker: number, text: string): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const length = payload.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), payload]);
}

/** Decodes a file, nudges its pixels, encodes them like the file and decodes what came out. */
async function throughCodec(source: Uint8Array) {
  const decoded = await decodeImage(source, LIMITS);
  const changed = nudged(decoded.raster);
  const bytes = await encodeLike(source, decoded.facts, changed);
  return { source: decoded, changed, bytes, delivered: await decodeImage(bytes, LIMITS) };
}

describe('lossless formats give the marked samples back exactly, at their depth and channels', () => {
  for (const depth of [8, 16] as const)
    for (const channels of [1, 2, 3, 4] as const)
      for (const format of ['png', 'tiff'] as const)
        test(`${format}, ${channels} channels, ${depth} bits`, async () => {
          const options = format === 'tiff' ? { compression: 'deflate' as const } : {};
          const picture = rawSharp(waves(37, 29, channels, depth));
          const file = await picture[format](options).toBuffer();
          const { changed, delivered, source } = await throughCodec(file);
          expect(delivered.facts).toEqual(source.facts);
          expect(maxDifference(delivered.raster, changed)).toBe(0);
        });

  for (const channels of [3, 4] as const)
    test(`lossless WebP, ${channels} channels, stays lossless`, async () => {
      const file = await rawSharp(waves(37, 29, channels))
        .webp({ lossless: true, exact: true })
        .toBuffer();
      const { changed, delivered, source, bytes } = await throughCodec(file);
      expect(webpIsLossless(bytes)).toBe(true);
      expect(delivered.facts).toEqual(source.facts);
      expect(maxDifference(delivered.raster, changed)).toBe(0);
    });

  test('colours below full transparency survive', async () => {
    const picture = waves(16, 16, 4);
    for (let i = 3; i < picture.data.length; i += 4) picture.data[i] = i % 8 === 3 ? 0 : 255;
    for (const file of [
      await rawSharp(picture).png().toBuffer(),
      await rawSharp(picture).webp({ lossless: true, exact: true }).toBuffer(),
      await rawSharp(picture).tiff({ compression: 'lzw' }).toBuffer(),
    ]) {
      const { changed, delivered } = await throughCodec(file);
      expect(maxDifference(delivered.raster, changed)).toBe(0);
    }
  });

  test('a fully opaque alpha channel stays an alpha channel', async () => {
    const picture = waves(16, 16, 4);
    for (let i = 3; i < picture.data.length; i += 4) picture.data[i] = 255;
    for (const file of [
      await rawSharp(picture).png().toBuffer(),
      await rawSharp(picture).tiff({ compression: 'lzw' }).toBuffer(),
    ])
      expect((await throughCodec(file)).delivered.raster.channels).toBe(4);
  });

  test('a fully opaque alpha channel of a WebP stays an alpha channel', async () => {
    const still = await rawSharp(waves(16, 16, 3))
      .webp({ lossless: true })
      .toBuffer();
    // `VP8X` with the alpha flag before pixels that have none: RFC 9649, 2.7.1.
    const extended = Buffer.from('VP8X\n\0\0\0\x10\0\0\0\x0f\0\0\x0f\0\0', 'latin1');
    const file = Buffer.concat([still.subarray(0, 12), extended, still.subarray(12)]);
    file.writeUInt32LE(file.length - 8, 4);
    const { source, changed, delivered } = await throughCodec(file);
    expect(source.raster.channels).toBe(4);
    expect(maxDifference(delivered.raster, changed)).toBe(0);
  });

  test('a premultiplied TIFF is read and delivered with plain alpha', async () => {
    const picture = waves(16, 16, 4);
    const file = await rawSharp(picture).tiff({ compression: 'none' }).toBuffer();
    const entry = readTiff(file).entries.find(({ tag }) => tag === 338);
    if (!entry) throw new Error('the file has no ExtraSamples');
    file[entry.value.byteOffset - file.byteOffset] = 1;
    const { source, bytes, changed, delivered } = await throughCodec(file);
    const [colour, alpha] = [picture.data[0] as number, picture.data[3] as number];
    // libvips divides by a rounded reciprocal, so two codes of 255 either way.
    expect(Math.abs((source.raster.data[0] as number) - Math.min(255, (255 * colour) / alpha))).toBeLessThanOrEqual(2);
    expect(tiffNumber(readTiff(bytes), 338)).toBe(2);
    expect(maxDifference(delivered.raster, changed)).toBe(0);
  });

  test('palettes become RGB, two levels become 8-bit grey', async () => {
    const palette = await throughCodec(
      await rawSharp(waves(32, 32, 3))
        .png({ palette: true, colours: 16 })
        .toBuffer(),
    );
    expect(maxDifference(palette.delivered.raster, palette.changed)).toBe(0);
    expect(palette.delivered.raster.channels).toBe(3);
    const rows = Buffer.from([0, 0b10101010, 0, 0b01010101]);
    const bits = await throughCodec(handmadePng({ width: 8, height: 2, bitDepth: 1, colourType: 0 }, rows));
    expect(maxDifference(bits.delivered.raster, bits.changed)).toBe(0);
    expect(bits.delivered.facts.depth).toBe(8);
  });
});

describe('metadata', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const)
    test(`${format}: EXIF, XMP and ICC are kept byte for byte`, async () => {
      const tagged = rawSharp(waves(64, 48, 3))
        .withExif(EXIF)
        .withXmp(XMP)
        .withIccProfile('p3');
      const file = await tagged[format]().toBuffer();
      const { bytes, delivered, source } = await throughCodec(file);
      const before = await sharp(file).metadata();
      const after = await sharp(bytes).metadata();
      for (const part of ['exif', 'xmp', 'icc'] as const) {
        expect(before[part]?.length).toBeGreaterThan(0);
        expect(after[part]?.equals(before[part] as Buffer)).toBe(true);
      }
      expect(readMetadata(bytes)).toEqual(readMetadata(file));
      expect({ ...delivered.facts, jpegQuality: 0 }).toEqual({ ...source.facts, jpegQuality: 0 });
    });

  for (const littleEndian of [true, false])
    test(`TIFF (${littleEndian ? 'II' : 'MM'}): ICC, baseline tags and the EXIF and GPS directories are kept`, async () => {
      const file = handmadeTiff(littleEndian);
      const { bytes, changed, delivered, source } = await throughCodec(file);
      expect(maxDifference(delivered.raster, changed)).toBe(0);
      expect(delivered.facts).toEqual(source.facts);
      const before = readMetadata(file);
      const after = readMetadata(bytes);
      expect(before.exif).toMatchObject({ ExposureTime: 0.004, GPSLatitude: [51, 30, 32.3] });
      expect(after.exif).toEqual(before.exif);
      expect(after.tiff).toMatchObject({ Make: 'Acme', Copyright: 'Ada', Orientation: 6 });
    });

  test('TIFF: compression and predictor are kept', async () => {
    for (const [compression, tag] of [
      ['none', 1],
      ['lzw', 5],
      ['deflate', 8],
      ['packbits', 32773],
    ] as const) {
      const file = await rawSharp(waves(64, 48, 3))
        .tiff({ compression, predictor: 'none' })
        .withIccProfile('p3')
        .toBuffer();
      const { bytes } = await throughCodec(file);
      expect(tiffNumber(readTiff(bytes), 259)).toBe(tag);
      expect((await sharp(bytes).metadata()).icc?.equals((await sharp(file).metadata()).icc as Buffer)).toBe(true);
    }
  });

  test('JPEG: comments, IPTC and density are kept; Adobe, MPF and C2PA segments are not', async () => {
    const plain = await rawSharp(waves(64, 48, 3))
      .withMetadata({ density: 300 })
      .jpeg()
      .toBuffer();
    const file = Buffer.concat([
      plain.subarray(0, 2),
      ...jpegSegments(plain)
        .slice(0, 1)
        .map(({ start, end }) => plain.subarray(start, end)),
      segment(0xed, 'Photoshop 3.0\0IPTC'),
      segment(0xe2, 'MPF\0offsets'),
      segment(0xeb, 'JP jumbf'),
      segment(0xfe, 'a comment'),
      plain.subarray(jpegSegments(plain)[0]?.end),
    ]);
    const { bytes } = await throughCodec(file);
    const texts = jpegSegments(bytes).map(({ payload }) => Buffer.from(payload.subarray(0, 18)).toString('latin1'));
    expect(texts.filter((text) => /^(Photoshop|a comment)/.test(text))).toHaveLength(2);
    expect(texts.filter((text) => /^(MPF|JP|Adobe)/.test(text))).toHaveLength(0);
    expect((await sharp(bytes).metadata()).density).toBe(300);
  });

  test('PNG: text and colour chunks are kept, chunks bound to the old pixels are not', async () => {
    const rows = Buffer.from([0, 10, 200, 0, 60, 90]);
    const before = [
      pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
      pngChunk('tEXt', Buffer.from('Title\0A picture', 'latin1')),
      pngChunk('hIST', Buffer.from([0, 1])),
      pngChunk('caBX', Buffer.from('jumb')),
    ];
    const { bytes } = await throughCodec(
      handmadePng({ width: 2, height: 2, bitDepth: 8, colourType: 0 }, rows, before),
    );
    const types = pngChunks(bytes).map(({ type }) => type);
    expect(types).toEqual(['IHDR', 'gAMA', 'tEXt', 'IDAT', 'IEND']);
  });

  test('a CMYK picture is delivered as sRGB without the CMYK profile', async () => {
    const file = await rawSharp(waves(64, 48, 3))
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg()
      .toBuffer();
    const { delivered } = await throughCodec(file);
    expect(delivered.facts).toMatchObject({ colourSpace: 'srgb', hasIcc: false });
  });
});

describe('orientation', () => {
  for (let orientation = 1; orientation <= 8; orientation++)
    for (const format of ['jpeg', 'png', 'tiff', 'webp'] as const)
      test(`${format} of orientation ${orientation} looks as before and keeps its tag`, async () => {
        const raw = rawSharp(waves(64, 48, 3)).withMetadata({ orientation });
        const coded =
          format === 'jpeg'
            ? raw.jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
            : format === 'tiff'
              ? raw.tiff({ compression: 'lzw' })
              : raw[format]({ lossless: true });
        const file = await coded.toBuffer();
        const { source, bytes, changed, delivered } = await throughCodec(file);
        expect(delivered.facts.orientation).toBe(orientation);
        expect(delivered.raster).toMatchObject({ width: source.raster.width, height: source.raster.height });
        expect(maxDifference(delivered.raster, changed)).toBeLessThanOrEqual(format === 'jpeg' ? 6 : 0);
        const shown = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
        expect(shown.info).toMatchObject({ width: source.facts.width, height: source.facts.height });
      });
});

describe('JPEG coding', () => {
  test('quality is the source’s, but at least the floor; sampling and scan order are the source’s', async () => {
    for (const [quality, chromaSubsampling, progressive] of [
      [60, '4:2:0', false],
      [97, '4:2:0', true],
      [95, '4:4:4', false],
    ] as const) {
      const file = await rawSharp(waves(64, 48, 3))
        .jpeg({ quality, chromaSubsampling, progressive })
        .toBuffer();
      const { bytes } = await throughCodec(file);
      expect(jpegEncoding(bytes)).toEqual({
        quality: Math.max(quality, QUALITY_FLOOR),
        qualityExact: true,
        fullChroma: chromaSubsampling === '4:4:4',
        progressive,
      });
    }
  });

  test('grey stays grey', async () => {
    const { delivered } = await throughCodec(
      await rawSharp(waves(64, 48, 1))
        .jpeg()
        .toBuffer(),
    );
    expect(delivered.raster.channels).toBe(1);
  });
});

test('the same pixels give the same bytes', async () => {
  const file = await rawSharp(waves(64, 48, 3))
    .withExif(EXIF)
    .jpeg()
    .toBuffer();
  const [first, second] = [await throughCodec(file), await throughCodec(file)];
  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
});
