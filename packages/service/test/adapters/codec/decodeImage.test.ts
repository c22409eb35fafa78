import { AppError } from '@assay/core/errors';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeImage } from '../../../src/adapters/codec/decodeImage.ts';
import { handmadePng, handmadeTiff, maxDifference, pngChunk, rawSharp, waves } from './pictures.ts';

const LIMITS = { bytesMax: 50 * 1024 * 1024, pixelsMax: 100_000_000 };

async function refusal(bytes: Uint8Array, limits = LIMITS): Promise<AppError> {
  const outcome = await decodeImage(bytes, limits).then(
    () => 'decoded',
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(AppError);
  return outcome as AppError;
}

/** Five thousand copies, one behind the other. */
const repeat = (part: Uint8Array): Buffer => Buffer.concat(Array.from({ length: 5000 }, () => part));

const rgb = waves(64, 48, 3);

describe('samples come out as stored', () => {
  for (const depth of [8, 16] as const)
    for (const channels of [1, 2, 3, 4] as const)
      for (const format of ['png', 'tiff'] as const)
        test(`${format}, ${channels} channels, ${depth} bits`, async () => {
          const picture = waves(37, 29, channels, depth);
          const options = format === 'tiff' ? { compression: 'lzw' as const } : {};
          const { raster, facts } = await decodeImage(await rawSharp(picture)[format](options).toBuffer(), LIMITS);
          expect(raster).toMatchObject({ width: 37, height: 29, channels, depth });
          expect(maxDifference(raster, picture)).toBe(0);
          expect(facts).toMatchObject({ format, mimeType: `image/${format}`, width: 37, height: 29, depth });
          expect(facts.hasAlpha).toBe(channels % 2 === 0);
        });

  test('lossless WebP, RGBA', async () => {
    const picture = waves(37, 29, 4);
    const { raster } = await decodeImage(
      await rawSharp(picture).webp({ lossless: true, exact: true }).toBuffer(),
      LIMITS,
    );
    expect(maxDifference(raster, picture)).toBe(0);
  });

  test('a wide-gamut profile does not change the samples', async () => {
    const tagged = await rawSharp(rgb).png().keepIccProfile().withIccProfile('p3').toBuffer();
    const stored = await sharp(tagged, { ignoreIcc: true }).raw().toBuffer();
    const { raster, facts } = await decodeImage(tagged, LIMITS);
    expect(facts.hasIcc).toBe(true);
    expect(Buffer.from(raster.data.buffer, raster.data.byteOffset, raster.data.length).equals(stored)).toBe(true);
  });

  test('palettes become RGB, two levels become grey of 0 and 255', async () => {
    const palette = await decodeImage(await rawSharp(rgb).png({ palette: true, colours: 16 }).toBuffer(), LIMITS);
    expect(palette.raster.channels).toBe(3);
    expect(palette.facts.depth).toBe(8);
    const rows = Buffer.from([0, 0b10101010, 0, 0b01010101]);
    const bits = await decodeImage(handmadePng({ width: 8, height: 2, bitDepth: 1, colourType: 0 }, rows), LIMITS);
    expect(bits.facts.depth).toBe(1);
    expect(bits.raster).toMatchObject({ width: 8, height: 2, channels: 1, depth: 8 });
    expect(Array.from(bits.raster.data.subarray(0, 4))).toEqual([255, 0, 255, 0]);
  });

  test('CMYK becomes sRGB through its profile', async () => {
    const flat = sharp({ create: { width: 32, height: 32, channels: 3, background: { r: 200, g: 40, b: 40 } } });
    const cmyk = await flat.toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer();
    const { raster, facts } = await decodeImage(cmyk, LIMITS);
    expect(facts.colourSpace).toBe('cmyk');
    expect(raster.channels).toBe(3);
    for (const [c, wanted] of [200, 40, 40].entries())
      expect(Math.abs((raster.data[c] as number) - wanted)).toBeLessThan(16);
  });
});

describe('orientation', () => {
  for (let orientation = 1; orientation <= 8; orientation++)
    for (const format of ['jpeg', 'png', 'tiff', 'webp'] as const)
      test(`${format} of orientation ${orientation} comes out as sharp shows it`, async () => {
        const options = format === 'jpeg' ? { quality: 100, chromaSubsampling: '4:4:4' } : { lossless: true };
        const file = await rawSharp(rgb).withMetadata({ orientation })[format](options).toBuffer();
        const shown = await sharp(file, { ignoreIcc: true }).autoOrient().raw().toBuffer({ resolveWithObject: true });
        const { raster, facts } = await decodeImage(file, LIMITS);
        expect(facts).toMatchObject({ orientation, width: shown.info.width, height: shown.info.height });
        expect(raster).toMatchObject({ width: shown.info.width, height: shown.info.height });
        expect(Buffer.compare(Buffer.from(raster.data), shown.data)).toBe(0);
      });
});

describe('refusals', () => {
  test('what is not one of the four formats is named', async () => {
    const gif = await rawSharp(rgb).gif().toBuffer();
    const avif = await rawSharp(rgb).avif({ effort: 0 }).toBuffer();
    const cases: readonly (readonly [Uint8Array, RegExp])[] = [
      [new Uint8Array(0), /empty/],
      [Buffer.from('hello, this is only text\n'), /looks like text/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'), /an SVG/],
      [Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), /an SVG/],
      [gif, /a GIF/],
      [avif, /an AVIF/],
      [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /a HEIC/],
      [Buffer.from('%PDF-1.7\n'), /a PDF/],
      [Buffer.from('PK\x03\x04zip', 'latin1'), /an archive/],
      [Buffer.from('II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0', 'latin1'), /BigTIFF/],
      [Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), /unknown kind/],
    ];
    for (const [bytes, sentence] of cases) {
      const error = await refusal(bytes);
      expect(error.code).toBe('INVALID_FILE_TYPE');
      expect(error.detail).toMatch(sentence);
      expect(error.detail).toMatch(/JPEG, PNG, TIFF or WebP/);
    }
  });

  for (const format of ['jpeg', 'png', 'tiff', 'webp'] as const)
    test(`a ${format} cut anywhere is refused`, async () => {
      const picture = rawSharp(waves(160, 120, 3));
      const whole = await picture[format](format === 'tiff' ? { compression: 'lzw' } : {}).toBuffer();
      for (const share of [0.02, 0.3, 0.6, 0.95]) {
        const error = await refusal(whole.subarray(0, Math.floor(whole.length * share)));
        expect(error.code).toBe('INVALID_FILE_TYPE');
      }
    });

  test('a JPEG that claims more rows than it has is refused, not painted grey', async () => {
    const jpeg = await rawSharp(rgb).jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(480, frame + 5);
    expect((await refusal(jpeg)).code).toBe('INVALID_FILE_TYPE');
  });

  test('files of thousands of empty parts are refused before any library reads them', async () => {
    const jpeg = await rawSharp(rgb).jpeg().toBuffer();
    const webp = Buffer.concat([await rawSharp(rgb).webp().toBuffer(), repeat(Buffer.from('abcd\0\0\0\0', 'latin1'))]);
    webp.writeUInt32LE(webp.length - 8, 4);
    const header = { width: 1, height: 1, bitDepth: 8, colourType: 0 };
    for (const file of [
      Buffer.concat([jpeg.subarray(0, 2), repeat(Buffer.from([0xff, 0xe3, 0, 2])), jpeg.subarray(2)]),
      handmadePng(header, Buffer.from([0, 9]), [repeat(pngChunk('tEXt', Buffer.from('a\0b')))]),
      webp,
    ])
      expect(await refusal(file)).toMatchObject({
        code: 'INVALID_FILE_TYPE',
        detail: expect.stringMatching(/thousands of parts/),
      });
  });

  test('a picture whose pixels are garbage is refused', async () => {
    const png = await rawSharp(rgb).png().toBuffer();
    png.fill(0x55, 60, 400);
    expect((await refusal(png)).code).toBe('INVALID_FILE_TYPE');
  });

  test('a 40,000 x 40,000 one-bit PNG is refused by its header, with the limit', async () => {
    const bomb = handmadePng({ width: 40_000, height: 40_000, bitDepth: 1, colourType: 0 }, Buffer.alloc(64));
    const error = await refusal(bomb);
    expect(error).toMatchObject({ code: 'FILE_TOO_LARGE', extra: { limit: 30_000 } });
  });

  test('too many pixels and too many bytes are refused with their limits', async () => {
    const png = await rawSharp(rgb).png().toBuffer();
    expect(await refusal(png, { ...LIMITS, pixelsMax: 3000 })).toMatchObject({
      code: 'FILE_TOO_LARGE',
      extra: { limit: 3000 },
    });
    expect(await refusal(png, { ...LIMITS, bytesMax: 100 })).toMatchObject({
      code: 'FILE_TOO_LARGE',
      extra: { limit: 100 },
    });
  });

  test('animated WebP and animated PNG are refused', async () => {
    const frames = [
      await rawSharp(rgb).png().toBuffer(),
      await rawSharp(waves(64, 48, 3, 8, 5))
        .png()
        .toBuffer(),
    ];
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await refusal(webp)).toMatchObject({ code: 'INVALID_FILE_TYPE', detail: expect.stringMatching(/Animated/) });
    const control = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const apng = handmadePng({ width: 1, height: 1, bitDepth: 8, colourType: 0 }, Buffer.from([0, 9]), [control]);
    expect(await refusal(apng)).toMatchObject({ code: 'INVALID_FILE_TYPE', detail: expect.stringMatching(/Animated/) });
  });

  test('a camera raw file is refused: its first directory is a thumbnail', async () => {
    const dngVersion = [50706, 4, [1]] as const;
    expect(await refusal(handmadeTiff(true, [dngVersion]))).toMatchObject({
      code: 'INVALID_FILE_TYPE',
      detail: expect.stringMatching(/camera raw/),
    });
    expect((await decodeImage(handmadeTiff(true), LIMITS)).facts.format).toBe('tiff');
  });

  test('floating-point samples are refused', async () => {
    const lab = await rawSharp(rgb).toColourspace('lab').tiff({ compression: 'none' }).toBuffer();
    expect(await refusal(lab)).toMatchObject({ code: 'INVALID_FILE_TYPE', detail: expect.stringMatching(/8 or 16/) });
  });
});

test('of a TIFF with several pages the first is taken, with a warning', async () => {
  const pages = [
    await rawSharp(rgb).png().toBuffer(),
    await rawSharp(waves(64, 48, 3, 8, 5))
      .png()
      .toBuffer(),
  ];
  const tiff = await sharp(pages, { join: { animated: true } })
    .tiff({ compression: 'none' })
    .toBuffer();
  const { raster, facts, warnings } = await decodeImage(tiff, LIMITS);
  expect(facts.pages).toBe(2);
  expect(maxDifference(raster, rgb)).toBe(0);
  expect(warnings).toEqual(['Only the first of 2 pages is used.']);
});

test('the quality of a JPEG is read exactly from its tables', async () => {
  for (const quality of [1, 10, 49, 50, 75, 92, 100]) {
    const { facts } = await decodeImage(await rawSharp(rgb).jpeg({ quality }).toBuffer(), LIMITS);
    expect(facts.jpegQuality).toBe(quality);
  }
  const { facts } = await decodeImage(await rawSharp(rgb).png().toBuffer(), LIMITS);
  expect(facts.jpegQuality).toBeNull();
});
