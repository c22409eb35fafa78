import { describe, expect, test } from 'vitest';
import { noCredentials } from '../../../src/adapters/c2pa/storeSummary.ts';
import type { Asset } from '../../../src/app/ports/assets/assets.ts';
import type { ImageMetadata } from '../../../src/app/ports/verify/engine.ts';
import { describeVerification } from '../../../src/app/verify/describeVerification.ts';
import type { Description } from '../../../src/app/verify/verification.ts';

const NONE: ImageMetadata = { exif: null, tiff: null, xmp: null, iptc: null };

/** What is said of a submitted picture with `current`, matched to an asset that recorded `recorded`. */
function described(recorded: Partial<ImageMetadata>, current: Partial<ImageMetadata>, isMember = true): Description {
  const { exif, tiff } = { ...NONE, ...recorded };
  const gathered = {
    submitted: { sha256: 'b', metadata: { ...NONE, ...current }, presence: null },
    credentials: noCredentials(),
    exact: null,
    marks: { tracks: [], named: [], copies: [], beneath: null },
    candidates: [],
  };
  const asset = { id: 'x', contentHash: 'a', exifMetadata: exif, tiffMetadata: tiff } as Asset;
  return describeVerification(gathered, { asset, copy: null, isMember }, 0.8);
}
const metadataOf = (...given: Parameters<typeof described>) => {
  const { exifIntact, modifications } = described(...given);
  return { exifIntact, fields: modifications.map(({ field }) => field) };
};

describe('exif_intact', () => {
  const exif = { LensModel: 'Prime 50', GPSLatitude: [52, 31, 0] };

  test('is true when every recorded tag is still there, and how the file stores its pixels does not matter', () => {
    const recorded = { exif, tiff: { Make: 'Acme', ImageWidth: 640, StripByteCounts: [5] } };
    const current = { exif, tiff: { Make: 'Acme', ImageWidth: 320 } };
    expect(metadataOf(recorded, current)).toEqual({ exifIntact: true, fields: [] });
  });

  test('is false when a tag is missing, changed or new to a picture that had none', () => {
    expect(metadataOf({ exif }, { exif: { LensModel: 'Prime 50' } })).toEqual({
      exifIntact: false,
      fields: ['GPSLatitude'],
    });
    const make = { tiff: { Make: 'Acme' } };
    expect(metadataOf(make, { tiff: { Make: 'Other' } })).toEqual({ exifIntact: false, fields: ['Make'] });
    expect(metadataOf(make, {})).toEqual({ exifIntact: false, fields: ['exif'] });
    expect(metadataOf({}, { exif })).toEqual({ exifIntact: false, fields: [] });
  });

  test('strangers are not told that an original says where it was taken, and the answer is still right', () => {
    expect(metadataOf({ exif }, { exif: { LensModel: 'Zoom' } }, false)).toEqual({
      exifIntact: false,
      fields: ['LensModel'],
    });
  });
});
