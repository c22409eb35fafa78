// docs/spec/watermark-a.md, watermark-b.md and watermark-c.md hold: the vectors are what the core does, and the reader in examples/readMark,
// written from the pages without a line of the core, makes the same of a key and reads the core's marks.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  layoutOf,
  originOf,
  originsOf,
  PILOTS,
  shuffled,
  TRACKS,
  trackKey,
  words,
} from '../../../../examples/readMark/format.ts';
import { assetIdOf, CODED_BITS, decodeFrame, payloadOf } from '../../../../examples/readMark/payload.ts';
import { lumaOf, readMark } from '../../../../examples/readMark/readMark.ts';
import { VECTORS_FILE, watermarkVectors } from '../../../../tools/watermarkVectors.ts';
import { renderScene } from '../../src/scene/renderScene.ts';
import { embedTracks } from '../../src/watermark/embedTracks.ts';
import { encipherPayload } from '../../src/watermark/payload/payloadCipher.ts';
import { makeTrack } from '../../src/watermark/tracks.ts';
import { deriveTrackKey } from '../../src/watermark/trackKey.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const VECTORS = JSON.parse(readFileSync(VECTORS_FILE, 'utf8')) as ReturnType<typeof watermarkVectors>;
const SERVICE_KEY = Buffer.from(VECTORS.serviceKey, 'hex');

test('the vectors are what the core does; `npm run vectors:watermark` writes them anew', () => {
  expect(VECTORS).toEqual(JSON.parse(JSON.stringify(watermarkVectors())));
});

test.each(TRACKS)(
  'track $id: the reader written from the page lays out the same carriers, phases, places, signs',
  (track) => {
    const key = trackKey(SERVICE_KEY, track.id);
    const expected = VECTORS[track.id];
    const { carriers, phases, codedBit, sign } = layoutOf(track, key, CODED_BITS);
    const pairs = carriers.map(({ u, v }) => [u, v]);
    expect(key.toString('hex')).toBe(expected.trackKey);
    expect(carriers).toHaveLength(expected.carriers);
    expect(pairs.slice(0, 16)).toEqual(expected.strongPilots);
    expect(pairs.slice(16, 24)).toEqual(expected.firstWeakPilots);
    expect(pairs.slice(PILOTS, PILOTS + 8)).toEqual(expected.firstDataCarriers);
    expect(codedBit.slice(0, 16)).toEqual(expected.firstCodedBits);
    expect(sign.slice(0, 16)).toEqual(expected.firstSigns);
    const origins = originsOf(track.tileSide, key);
    expect(origins.slice(0, 4)).toEqual(expected.firstOrigins);
    expect(originOf(origins, Buffer.from(VECTORS.payload, 'hex'))).toEqual(expected.origin);
    for (const [i, [cosine, sine]] of expected.firstPilotPhases.entries()) {
      expect(Math.cos(phases[i] as number)).toBeCloseTo(cosine as number, 4);
      expect(Math.sin(phases[i] as number)).toBeCloseTo(sine as number, 4);
    }
  },
);

test.each(TRACKS)('track $id: sections 3 and 4 of the page give the tile of the vectors', (track) => {
  const { carriers, phases, codedBit, sign } = layoutOf(track, trackKey(SERVICE_KEY, track.id), CODED_BITS);
  const coded = [...VECTORS.coded].flatMap((digit) => [3, 2, 1, 0].map((at) => (Number.parseInt(digit, 16) >> at) & 1));
  const part = (place: number): number =>
    ((sign[place] as number) * (1 - 2 * (coded[codedBit[place] as number] as number))) / Math.SQRT2;
  const coefficients = carriers.map(({ amplitude }, k): readonly [number, number] => {
    const [re, im] =
      k < PILOTS
        ? [Math.cos(phases[k] as number), Math.sin(phases[k] as number)]
        : [part(2 * (k - PILOTS)), part(2 * (k - PILOTS) + 1)];
    return [amplitude * re, amplitude * im];
  });
  // Mean square of a sum of waves of different frequencies: half the sum of their squared amplitudes.
  const rms = Math.sqrt(coefficients.reduce((sum, [re, im]) => sum + re * re + im * im, 0) / 2);
  const sample = (y: number, x: number): number =>
    carriers.reduce((sum, { u, v }, k) => {
      const angle = (2 * Math.PI * (u * x + v * y)) / track.tileSide;
      const [re, im] = coefficients[k] as readonly [number, number];
      return sum + re * Math.cos(angle) - im * Math.sin(angle);
    }, 0) / rms;
  for (const [y, row] of VECTORS[track.id].tileCorner.entries())
    for (const [x, value] of row.entries()) expect(sample(y, x)).toBeCloseTo(value, 3);
});

test('track c: section 2 of its page gives the cells, signs and symbols of the vectors', () => {
  const key = trackKey(SERVICE_KEY, 'c');
  const cells = Array.from({ length: 1156 }, (_, n) => n);
  const order = shuffled(cells, words(key, 'cell order'));
  const word = words(key, 'cell signs');
  const sign = cells.map(() => (word() & 1 ? 1 : -1));
  const coded = [...VECTORS.coded].flatMap((digit) => [3, 2, 1, 0].map((at) => (Number.parseInt(digit, 16) >> at) & 1));
  const origins = originsOf(34, key);
  const [x0, y0] = originOf(origins, Buffer.from(VECTORS.payload, 'hex'));
  const symbol = (row: number, column: number): number => {
    const n = 34 * ((row + 34 - y0) % 34) + ((column + 34 - x0) % 34);
    const j = order.indexOf(n);
    return (sign[n] as number) * (j < CODED_BITS ? 1 - 2 * (coded[j] as number) : 1);
  };
  expect({
    trackKey: key.toString('hex'),
    firstCellsOfBits: order.slice(0, 16),
    firstPilotCells: order.slice(CODED_BITS, CODED_BITS + 16),
    firstSigns: sign.slice(0, 16),
    firstOrigins: origins.slice(0, 4),
    origin: [x0, y0],
    lastRowOfSymbols: Array.from({ length: 48 }, (_, column) => symbol(47, column)),
  }).toEqual(VECTORS.c);
});

test('the reader decodes the code word of the vectors, and refuses one with a wrong checksum', () => {
  const soft = [...VECTORS.coded].flatMap((digit) =>
    [3, 2, 1, 0].map((at) => 1 - 2 * ((Number.parseInt(digit, 16) >> at) & 1)),
  );
  const frame = decodeFrame(soft);
  expect(frame.toString('hex')).toBe(VECTORS.payload + VECTORS.checksum);
  const payload = payloadOf(frame) as Buffer;
  expect(assetIdOf(payload, SERVICE_KEY)).toBe(VECTORS.assetId);
  frame[3] = (frame[3] as number) ^ 4;
  expect(payloadOf(frame)).toBeNull();
});

const scene = renderScene({ width: 640, height: 448, seed: 3 });
const { picture: marked } = embedTracks(scene, encipherPayload(VECTORS.assetId, SERVICE_KEY), {
  tracks: [trackA, trackB],
  keys: { a: deriveTrackKey(SERVICE_KEY, 'a'), b: deriveTrackKey(SERVICE_KEY, 'b') },
});

test.each(TRACKS)(
  'track $id: the reader reads a picture that the core marked, and nothing from the unmarked one',
  (track) => {
    const read = (picture: { readonly data: ArrayLike<number> }, key: Uint8Array): string | undefined =>
      readMark(lumaOf(640, 448, picture.data as Uint8Array), track, key)?.toString('hex');
    expect(read(marked, SERVICE_KEY)).toBe(VECTORS.payload);
    expect(read(scene, SERVICE_KEY)).toBeUndefined();
    expect(read(marked, Buffer.alloc(32, 9))).toBeUndefined();
  },
);

test('track a: the reader finds the mark in a cut-out, whose tiles begin elsewhere', () => {
  const [left, top, width, height] = [37, 51, 480, 320];
  const rgb = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const from = 3 * ((top + y) * 640 + left);
    rgb.set((marked.data as Uint8Array).subarray(from, from + 3 * width), 3 * y * width);
  }
  const payload = readMark(lumaOf(width, height, rgb), TRACKS[0] as (typeof TRACKS)[number], SERVICE_KEY);
  expect(payload?.toString('hex')).toBe(VECTORS.payload);
});
