/**
 * Test vectors of docs/spec/watermark-a.md, watermark-b.md and watermark-c.md, from the core's own code.
 *
 *     npm run vectors:watermark
 *
 * Writes docs/spec/watermark-vectors.json. A test holds the file against this code and against the reader in
 * examples/readMark, which was written from the pages.
 */
import { writeFileSync } from 'node:fs';
import { crc32 } from '@assay/core/encoding/crc32';
import { keyedStream } from '@assay/core/signal/keyedStream';
import { PILOTS, STRONG_PILOTS } from '@assay/core/watermark/tile/carriers/carrierLayout';
import { encipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import { CODED_BITS, encodePayload } from '@assay/core/watermark/payload/payloadFrame';
import { withoutKernels } from '@assay/core/kernels/kernels';
import { synthesiseTile } from '@assay/core/watermark/tile/carriers/tileSynthesis';
import type { TileTrack } from '@assay/core/watermark/tile/tileTrack';
import { makeTrackA } from '@assay/core/watermark/tile/trackA';
import { makeTrackB } from '@assay/core/watermark/tile/trackB';
import { trackDefinition } from '@assay/core/watermark/tracks';
import { cellLayout, symbolsOf } from '@assay/core/watermark/neural/cellLayout';
import { originOf, type TileOrigin } from '@assay/core/watermark/tileOrigin';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';

export const VECTORS_FILE = new URL('../docs/spec/watermark-vectors.json', import.meta.url);

/** 00 01 02 ... 1f: a key that nobody uses. */
const SERVICE_KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const ASSET_ID = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const CORNER = 16;
/** Cells along each side of a square picture's canvas. */
const CANVAS_CELLS = 48;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const rounded = (value: number): number => Number(value.toFixed(5)) + 0;
const first = <T>(values: ArrayLike<T>, count: number): T[] => Array.from(values).slice(0, count);

function originVectors(origins: readonly TileOrigin[], payload: Uint8Array) {
  const { x, y } = originOf(origins, payload);
  return { firstOrigins: origins.slice(0, 4).map((origin) => [origin.x, origin.y]), origin: [x, y] };
}

function trackVectors(track: TileTrack, payload: Uint8Array) {
  const key = deriveTrackKey(SERVICE_KEY, track.id);
  const stream = keyedStream(key, 'carriers');
  const layout = track.carriers.layoutOf(key);
  const { tileSide, u, v, pilotPhase, codedBit, sign } = layout;
  const gains = { bits: new Float32Array(CODED_BITS).fill(1), pilots: new Float32Array(PILOTS).fill(1) };
  // By the plain loops: the kernels' single precision may round the last digit otherwise.
  const tile = withoutKernels(() => synthesiseTile(layout, encodePayload(payload), gains, { x: 0, y: 0 }));
  const pairs = (from: number, count: number): number[][] =>
    Array.from({ length: count }, (_, i) => [u[from + i] as number, v[from + i] as number]);
  return {
    trackKey: hex(key),
    firstWordsOfCarriers: [0, 0, 0, 0].map(() => stream.uint32()),
    carriers: layout.carriers,
    strongPilots: pairs(0, STRONG_PILOTS),
    firstWeakPilots: pairs(STRONG_PILOTS, 8),
    firstDataCarriers: pairs(PILOTS, 8),
    /** Cosine and sine. */
    firstPilotPhases: Array.from({ length: 8 }, (_, i) => first(pilotPhase.subarray(2 * i), 2).map(rounded)),
    firstCodedBits: first(codedBit, 16),
    firstSigns: first(sign, 16),
    ...originVectors(layout.origins, payload),
    tileCorner: Array.from({ length: CORNER }, (_, y) => first(tile.subarray(y * tileSide), CORNER).map(rounded)),
  };
}

/** Track C's: of the tile and of the symbols, which are all that the key and the payload decide; the rest is the networks'. */
function cellVectors(payload: Uint8Array) {
  const key = deriveTrackKey(SERVICE_KEY, 'c');
  const { cellOf, pilots, signs, origins } = cellLayout(key);
  const symbols = symbolsOf(payload, cellLayout(key), CANVAS_CELLS, CANVAS_CELLS);
  return {
    trackKey: hex(key),
    firstCellsOfBits: first(cellOf, 16),
    firstPilotCells: first(pilots, 16),
    firstSigns: first(signs, 16),
    ...originVectors(origins, payload),
    /** The last row of a canvas of 48 x 48 cells. */
    lastRowOfSymbols: first(symbols.subarray((CANVAS_CELLS - 1) * CANVAS_CELLS), CANVAS_CELLS),
  };
}

/** The whole file, as data. */
export function watermarkVectors() {
  const payload = encipherPayload(ASSET_ID, SERVICE_KEY);
  const coded = encodePayload(payload);
  const codedHex = BigInt(`0b${coded.join('')}`)
    .toString(16)
    .padStart(CODED_BITS / 4, '0');
  return {
    about:
      'Test vectors of watermark-a.md, watermark-b.md and watermark-c.md, made by `npm run vectors:watermark`; do not edit.',
    serviceKey: hex(SERVICE_KEY),
    assetId: ASSET_ID,
    payload: hex(payload),
    checksum: crc32(payload).toString(16).padStart(8, '0'),
    coded: codedHex,
    a: trackVectors(makeTrackA(trackDefinition('a')), payload),
    b: trackVectors(makeTrackB(trackDefinition('b')), payload),
    c: cellVectors(payload),
  };
}

/** JSON with lists of numbers on one line each. */
function readable(value: object): string {
  return JSON.stringify(value, null, 1).replace(
    /\[\s+([-\d.,\s]+?)\s+\]/g,
    (_, list: string) => `[${list.replace(/\s+/g, ' ')}]`,
  );
}

if (process.argv[1]?.endsWith('watermarkVectors.ts')) writeFileSync(VECTORS_FILE, `${readable(watermarkVectors())}\n`);
