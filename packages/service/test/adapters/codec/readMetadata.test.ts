import { describe, expect, test } from 'vitest';
import { readMetadata } from '../../../src/adapters/codec/readMetadata.ts';
import { rawSharp, waves } from './pictures.ts';

const EXIF = {
  IFD0: { Copyright: 'Ada', Make: 'Acme' },
  IFD2: { ExposureTime: '1/250', LensModel: 'Prime 50', UserComment: 'a note' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
};

const NOTHING = { exif: null, tiff: null, xmp: null, iptc: null };

const picture = () => rawSharp(waves(64, 48, 3));

describe('tags', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const)
    test(`${format}: TIFF tags and EXIF tags by name, rationals as numbers, versions and comments as text`, async () => {
      const { exif, tiff } = readMetadata(await picture().withExif(EXIF)[format]().toBuffer());
      expect(tiff).toMatchObject({ Make: 'Acme', Copyright: 'Ada', Orientation: 1 });
      expect(exif).toMatchObject({
        ExposureTime: 0.004,
        LensModel: 'Prime 50',
        UserComment: 'a note',
        ExifVersion: '0210',
        GPSLatitude: [51, 30, 32.3],
      });
    });

  test('TIFF: the baseline tags, no offsets', async () => {
    const { exif, tiff } = readMetadata(await picture().tiff({ compression: 'none' }).toBuffer());
    expect(exif).toBeNull();
    expect(tiff).toMatchObject({ ImageWidth: 64, ImageLength: 48, BitsPerSample: [8, 8, 8] });
    expect(tiff).not.toHaveProperty('StripOffsets');
  });

  test('a file without metadata has none', async () => {
    expect(readMetadata(await picture().png().toBuffer())).toEqual(NOTHING);
  });
});

describe('hostile metadata', () => {
  test('no text holds NUL, which databases refuse', async () => {
    const tagged = picture().withExif({ IFD0: { Copyright: 'A'.repeat(20) } });
    const file = await tagged.jpeg().toBuffer();
    file[file.indexOf('AAAA') + 4] = 0;
    const { tiff } = readMetadata(file);
    expect(JSON.stringify(tiff)).toContain('AAAA');
    expect(JSON.stringify(tiff)).not.toContain(String.raw`\u0000`);
  });

  test('each object stays within 64 KiB; the largest values go first', async () => {
    // A value of EXIF that libvips writes holds less than 64 KiB, so it takes two to exceed the limit.
    const long = { UserComment: 'x'.repeat(45_000), CameraOwnerName: 'y'.repeat(30_000), LensModel: 'Prime 50' };
    const { exif } = readMetadata(await picture().withExif({ IFD2: long }).webp().toBuffer());
    expect(Buffer.byteLength(JSON.stringify(exif))).toBeLessThanOrEqual(65_536);
    expect(Object.keys(exif ?? {})).toEqual(expect.arrayContaining(['LensModel', 'CameraOwnerName']));
    expect(Object.keys(exif ?? {})).not.toContain('UserComment');
  });

  test('every byte of an EXIF block may be wrong without a failure', async () => {
    const file = await picture().withExif(EXIF).jpeg().toBuffer();
    const start = file.indexOf('Exif\0\0');
    for (let i = 0; i < 400; i++) {
      const broken = Buffer.from(file);
      broken[start + i] = 0xff - (broken[start + i] as number);
      const { exif, tiff } = readMetadata(broken);
      expect(JSON.parse(JSON.stringify({ exif, tiff }))).toEqual({ exif, tiff });
    }
  });

  test('bytes that are no picture have no metadata', () => {
    expect(readMetadata(Buffer.from('nothing'))).toEqual(NOTHING);
  });
});
