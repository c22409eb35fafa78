import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { scaling } from '../../../src/watermark/affine.ts';
import { embedTracks } from '../../../src/watermark/embedTracks.ts';
import { decodeJointly } from '../../../src/watermark/fusion/jointDecoding.ts';
import { synchroniseByLattice } from '../../../src/watermark/fusion/latticeSynchronisation.ts';
import { makeTrackC } from '../../../src/watermark/neural/trackC.ts';
import { decodePayload, encodePayload } from '../../../src/watermark/payload/payloadFrame.ts';
import { analysePicture } from '../../../src/watermark/tile/spectrum/pictureAnalysis.ts';
import { makeTrack } from '../../../src/watermark/tracks.ts';
import { type Extraction, type KeyedTrack, NOTHING_EXTRACTED } from '../../../src/watermark/watermarkTrack.ts';
import { numbers } from '../../vectors/watermarkVectors.ts';
import { waveModem } from '../neural/waveModem.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 1);
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 29 * i + 4);
const OTHER = PAYLOAD.map((byte) => byte ^ 0x5a);
const TILES = [makeTrack('a'), makeTrack('b')];
const CELLS = makeTrackC({ id: 'c', defaultStrength: 0.4 }, waveModem);
const KEYED: readonly KeyedTrack[] = [...TILES, CELLS].map((track) => ({ track, key: KEY }));
const SIZE = { width: 640, height: 448 };
const MARKED = luma(
  embedTracks(renderScene({ ...SIZE, seed: 23 }), PAYLOAD, { tracks: TILES, keys: { a: KEY, b: KEY } }).picture,
);

/** Off every grid. */
function cutOut(width: number, height: number): Plane {
  const out = plane(width, height);
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = MARKED.data[(Math.floor(i / width) + 101) * SIZE.width + (i % width) + 133] as number;
  return out;
}

/** Bits of a payload that stand some 11 deviations high, too low to be decoded. */
function weakBits(payload: Uint8Array): Float32Array {
  const coded = encodePayload(payload);
  const uniform = numbers(7, 12 * coded.length);
  return Float32Array.from(coded, (bit, i) => {
    return 0.36 * (1 - 2 * bit) + uniform.subarray(12 * i, 12 * i + 12).reduce((a, b) => a + b, -6);
  });
}

/** The cells of an upright picture, which show this payload, as so many pixels a sample as `resampled` says it has now. */
function cells(payload: Uint8Array, resampled = 1): Extraction {
  const pose = scaling((CELLS.canvasScale as (size: typeof SIZE) => number)(SIZE) * resampled);
  const readings = [{ pilotZScore: 4.2, softBits: weakBits(payload) }];
  return { ...NOTHING_EXTRACTED, lattices: () => [{ pose, readings }] };
}

describe('a cut-out in which no track can be read', () => {
  const picture = cutOut(200, 150);
  const analysis = analysePicture(picture);
  const alone = TILES.map((track) => track.extract(picture, { key: KEY, analysis }));
  const synchronised = (lattice: Extraction): readonly Extraction[] =>
    synchroniseByLattice(analysis.whole, KEYED, [...alone, lattice]);

  test('is unread by tiles, and by cells', () => {
    expect(decodeJointly(alone).some(({ detected }) => detected)).toBe(false);
    expect(decodePayload(weakBits(PAYLOAD), 32).valid).toBe(false);
  });

  test('is read once the cells say where the tiles lie', () => {
    const [a, b, c] = synchronised(cells(PAYLOAD));
    expect(c).toMatchObject({ detected: true, payload: PAYLOAD });
    expect([a, b].some((extraction) => extraction?.detected)).toBe(true);
    for (const extraction of [a, b]) if (extraction?.detected) expect(extraction.payload).toEqual(PAYLOAD);
  });

  test('gives no payload with cells of another one, and counts a checksum for each of twelve sums', () => {
    const read = synchronised(cells(OTHER));
    expect(read.some(({ detected }) => detected)).toBe(false);
    expect(read.reduce((sum, { checksums }) => sum + checksums, 0)).toBe(
      12 + alone.reduce((sum, { checksums }) => sum + checksums, 0),
    );
  });

  test('is left as it is where no lattice was seen', () => {
    const before = [...alone, NOTHING_EXTRACTED];
    expect(synchroniseByLattice(analysis.whole, KEYED, before)).toBe(before);
  });
});
