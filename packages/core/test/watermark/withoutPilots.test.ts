import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../src/raster.ts';
import { stackedBlur } from '../../src/signal/blur/stackedBlur.ts';
import { renderScene } from '../../src/scene/renderScene.ts';
import { embedTracks } from '../../src/watermark/embedTracks.ts';
import {
  alignedSoftBits,
  KNOWN_PAYLOAD_Z_MIN,
  payloadZScore,
} from '../../src/watermark/fusion/knownPayloadDetection.ts';
import { CODED_BITS, encodePayload } from '../../src/watermark/payload/payloadFrame.ts';
import { PILOTS } from '../../src/watermark/tile/carriers/carrierLayout.ts';
import { addTileRow, tileGrid, widenTile } from '../../src/watermark/tile/carriers/tileGrid.ts';
import { synthesiseTile } from '../../src/watermark/tile/carriers/tileSynthesis.ts';
import { PILOT_Z_MIN } from '../../src/watermark/tile/detect/blindDetection.ts';
import { drawOrigins, originIndexOf, originOf, ORIGINS, type TileOrigin } from '../../src/watermark/tileOrigin.ts';
import { makeTrack } from '../../src/watermark/tracks.ts';
import { readWithoutPilots } from '../../src/watermark/payload/withoutPilots.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 1);
const SIZE = { width: 576, height: 400 };
const SCENE = renderScene({ ...SIZE, seed: 5 });

function payloadFrom(seed: number): Uint8Array {
  return Uint8Array.from(numbers(seed, 16), (value) => Math.floor(256 * value));
}

const PAYLOAD = payloadFrom(1);

/** Blur of the mark's own strength, pixels, and the part of its amplitude that the pilots take. */
const STRENGTH_SIGMA = 6;
const PILOT_PART = 0.7;

const noise = Float32Array.from(numbers(8, CODED_BITS), (value) => value - 0.5);

describe('origins', () => {
  test('two payloads take two places, which only the key tells', () => {
    const origins = drawOrigins(KEY, 96);
    expect(origins).toHaveLength(ORIGINS);
    expect(new Set(origins.map(({ x, y }) => 96 * y + x)).size).toBeGreaterThan(0.9 * ORIGINS);
    expect(drawOrigins(new Uint8Array(32), 96)).not.toEqual(origins);
    const taken = Array.from({ length: 256 }, (_, byte) => originIndexOf(Uint8Array.of(byte, ...PAYLOAD.subarray(1))));
    for (let index = 0; index < ORIGINS; index++) expect(taken.filter((value) => value === index)).toHaveLength(4);
    expect(originOf(origins, PAYLOAD)).toBe(origins[(PAYLOAD[0] as number) % 64]);
  });
});

describe('soft bits without pilots', () => {
  const origins = drawOrigins(KEY, 34);
  const own = originOf(origins, PAYLOAD);
  const coded = encodePayload(PAYLOAD);
  const clear = Float32Array.from(coded, (bit, i) => 1 - 2 * bit + 2 * (noise[i] as number));

  test('are read at the origin that the payload names', () => {
    const { reading, checksums } = readWithoutPilots(origins, (origin) => (origin === own ? clear : noise));
    expect(reading?.payload).toEqual(PAYLOAD);
    expect(reading?.origin).toBe(own);
    expect(checksums).toBe(1);
  });

  test('are not believed at another origin, though the checksum fits', () => {
    const other = origins[(originIndexOf(PAYLOAD) + 1) % ORIGINS] as TileOrigin;
    const { reading, checksums } = readWithoutPilots(origins, (origin) => (origin === other ? clear : noise));
    expect(reading).toBeNull();
    expect(checksums).toBe(1);
  });

  test('of noise cost no checksum', () => {
    const drawn = numbers(9, ORIGINS * CODED_BITS);
    const at = (origin: TileOrigin): Float32Array => {
      const from = origins.indexOf(origin) * CODED_BITS;
      return Float32Array.from(drawn.slice(from, from + CODED_BITS), (value) => value - 0.5);
    };
    expect(readWithoutPilots(origins, at)).toEqual({ reading: null, checksums: 0 });
  });
});

describe.each(['a', 'b'] as const)('a picture of track %s whose pilots were taken away', (id) => {
  const track = makeTrack(id);
  const { carriers } = track;
  if (!carriers) throw new Error('a track of tiles was expected');
  const original = luma(SCENE);
  const marked = luma(embedTracks(SCENE, PAYLOAD, { tracks: [track], keys: { [id]: KEY } }).picture);
  const layout = carriers.layoutOf(KEY);
  const scale = carriers.likelyScales(SIZE.width, SIZE.height)[0] as number;

  /** The pilots alone, as the mark has them, mean square 1. */
  function pilots(): Plane {
    const gains = { bits: new Float32Array(CODED_BITS), pilots: new Float32Array(PILOTS).fill(1) };
    const tile = synthesiseTile(layout, new Uint8Array(CODED_BITS), gains, originOf(layout.origins, PAYLOAD));
    const grid = tileGrid(layout.tileSide, scale, SIZE.width, SIZE.height);
    const widened = widenTile(grid, tile);
    const out = plane(SIZE.width, SIZE.height);
    for (let y = 0; y < SIZE.height; y++)
      addTileRow(grid, widened, y, 0, SIZE.width, out.data.subarray(y * SIZE.width, (y + 1) * SIZE.width));
    return out;
  }

  const pattern = pilots();
  // As strong as the mark is around each place, or quiet ground would get pilots of the other sign.
  const strength = stackedBlur(
    { ...marked, data: marked.data.map((value, i) => (value - (original.data[i] as number)) ** 2) },
    STRENGTH_SIGMA,
  ).data.map(Math.sqrt);
  const stripped = plane(
    SIZE.width,
    SIZE.height,
    marked.data.map((value, i) => value - PILOT_PART * (strength[i] as number) * (pattern.data[i] as number)),
  );

  test('is read all the same, though no pilot shows', () => {
    const { detected, payload, pilotZScore } = track.extract(stripped, { key: KEY });
    expect(pilotZScore).toBeLessThan(PILOT_Z_MIN);
    expect(detected).toBe(true);
    expect(payload).toEqual(PAYLOAD);
  });

  test('holds its known payload, and no other', () => {
    const partsOf = alignedSoftBits(stripped, SIZE, [{ track, key: KEY }]);
    expect(payloadZScore(partsOf(PAYLOAD), PAYLOAD)).toBeGreaterThan(2 * KNOWN_PAYLOAD_Z_MIN);
    expect(payloadZScore(partsOf(payloadFrom(2)), payloadFrom(2))).toBeLessThan(KNOWN_PAYLOAD_Z_MIN);
  });
});
