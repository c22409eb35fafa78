import { AppError } from '@assay/core/errors';
import { decide } from '@assay/core/verdict/decide';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/adapters/engine/jobs/compare.ts';
import { inspect } from '../../../src/adapters/engine/jobs/inspect.ts';
import { mark } from '../../../src/adapters/engine/jobs/mark.ts';
import { SETTINGS, sceneSharp } from './scenes.ts';

const REQUEST = { assetId: '0190a7c2-5c1a-7d34-9f6e-3b2a1c0d9e8f', tracks: { a: true, b: true, c: false } };

const flat = (width: number, height: number, background: string, channels: 3 | 4 = 3): Promise<Buffer> =>
  sharp({ create: { width, height, channels, background } }).png().toBuffer();

/** The same every time: a linear congruential generator (Numerical Recipes, 3rd ed., section 7.1). */
function noise(width: number, height: number): Sharp {
  const data = new Uint8Array(3 * width * height);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[i] = state >>> 24;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function repeated(): Promise<Buffer> {
  const tile = await sceneSharp().resize(32, 32, { fit: 'fill' }).png().toBuffer();
  const canvas = sharp({ create: { width: 320, height: 256, channels: 3, background: '#808080' } });
  return canvas
    .composite([{ input: tile, tile: true }])
    .png()
    .toBuffer();
}

/** What a service that stores one other picture says of this one. */
async function judged(bytes: Uint8Array) {
  const { facts, fingerprint, tracks } = await inspect(bytes, SETTINGS);
  const another = await sceneSharp().jpeg().toBuffer();
  const { registration, difference } = await compare({ query: bytes, reference: another, mapSideMax: 64 }, SETTINGS);
  expect(tracks.every(({ detected }) => !detected)).toBe(true);
  return decide({
    exact: null,
    tracks: [],
    candidates: [
      {
        ...{ assetId: REQUEST.assetId, revokedAt: null, commitment: null, similarity: null, compared: true },
        localInliers: null,
        registration,
        keypoints: null,
        comparison: difference,
        payloadZScore: null,
        markInRegion: null,
        exifRestated: false,
      },
    ],
    c2pa: { state: 'none', bindingBroken: false, codes: [], signer: null },
    picture: { width: facts.width, height: facts.height, hashQuality: fingerprint.pdqQuality },
    presence: null,
  });
}

const TOO_SMALL = /too small to be recognised or to carry a mark/;
const ONE_COLOUR = /of one colour or nearly so/;
const NO_MATCH = /^No stored asset matches the picture\.$/;

const ODD: [name: string, make: () => Promise<Buffer>, why: RegExp, unmarked: RegExp | null][] = [
  ['one pixel', () => flat(1, 1, '#ff0000'), TOO_SMALL, /too short for a mark/],
  ['2 x 3', () => flat(2, 3, '#00ff00'), TOO_SMALL, /too short for a mark/],
  ['15 x 15 of noise', () => noise(15, 15).png().toBuffer(), TOO_SMALL, /too short for a mark/],
  ['a line', () => noise(2000, 1).png().toBuffer(), TOO_SMALL, /too short for a mark/],
  ['100 : 1', () => noise(3000, 30).png().toBuffer(), /long and narrow/, /too short for a mark/],
  ['white', () => flat(300, 200, '#ffffff'), ONE_COLOUR, null],
  ['black', () => flat(300, 200, '#000000'), ONE_COLOUR, null],
  ['wholly transparent', () => flat(300, 200, '#00000000', 4), ONE_COLOUR, null],
  ['noise', () => noise(300, 200).png().toBuffer(), NO_MATCH, null],
  ['one texture repeated', repeated, NO_MATCH, null],
];

describe('a picture that shows nothing is answered with unknown and a reason', () => {
  for (const [name, make, why] of ODD)
    test(name, async () => {
      const { verdict, details } = await judged(await make());
      expect(verdict).toBe('unknown');
      expect(details).toMatch(why);
    });
});

describe('marking it never fails: every track is claimed or there is a warning that says why not', () => {
  for (const [name, make, , unmarked] of ODD)
    test(name, async () => {
      const { tracks, warnings } = await mark(await make(), REQUEST, SETTINGS);
      for (const { track, detected } of tracks) {
        const warning = warnings.find((text) => text.startsWith(`Track ${track.toUpperCase()} `));
        expect(detected).toBe(warning === undefined);
        if (unmarked) expect(warning).toMatch(unmarked);
      }
    });
});

describe('what cannot be read is refused with a sentence', () => {
  const truncated = async (format: 'jpeg' | 'png' | 'webp' | 'tiff'): Promise<Buffer> => {
    const whole = await sceneSharp()[format]().toBuffer();
    return whole.subarray(0, Math.round(0.6 * whole.length));
  };
  const damaged = /damaged or incomplete/;
  const cases: [string, () => Promise<Buffer>, string, RegExp][] = [
    ['truncated JPEG', () => truncated('jpeg'), 'INVALID_FILE_TYPE', damaged],
    ['truncated PNG', () => truncated('png'), 'INVALID_FILE_TYPE', damaged],
    ['truncated WebP', () => truncated('webp'), 'INVALID_FILE_TYPE', damaged],
    ['truncated TIFF', () => truncated('tiff'), 'INVALID_FILE_TYPE', damaged],
    [
      '121 megapixels in half a megabyte',
      () => flat(11_000, 11_000, '#123456'),
      'FILE_TOO_LARGE',
      /more than 100000000/,
    ],
    ['a side of 30001', () => flat(30_001, 2, '#123456'), 'FILE_TOO_LARGE', /side of more than 30000 pixels/],
    ['no picture', async () => Buffer.from('plain words'), 'INVALID_FILE_TYPE', /Send a JPEG, PNG, TIFF or WebP/],
  ];
  for (const [name, make, code, detail] of cases)
    test(name, async () => {
      const bytes = await make();
      for (const job of [inspect, () => mark(bytes, REQUEST, SETTINGS)]) {
        const error = await job(bytes, SETTINGS).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ code, detail: expect.stringMatching(detail) });
      }
    });
});
