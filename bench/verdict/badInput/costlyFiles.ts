/** Small files of large pictures that cost their decoders as much as the formats allow, made by hand. @module */
import { constants, createDeflate, crc32 } from 'node:zlib';

/** Rows of 16-bit R, G, B, A that compress well, all different enough to be a picture. */
function wideRow(width: number, y: number, step: number, from: number, littleEndian: boolean): Buffer {
  const count = Math.ceil((width - from) / step);
  const row = Buffer.alloc(8 * count);
  for (let i = 0, x = from; x < width; i++, x += step) {
    const value = (((x >> 8) + (y >> 8)) * 9000) & 0xffff;
    for (const [c, sample] of [value, (value * 3) & 0xffff, 0xffff - value, 0xffff].entries())
      if (littleEndian) row.writeUInt16LE(sample, 8 * i + 2 * c);
      else row.writeUInt16BE(sample, 8 * i + 2 * c);
  }
  return row;
}

async function deflated(rows: Iterable<Buffer>): Promise<Buffer> {
  const deflate = createDeflate({ level: constants.Z_BEST_SPEED });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  for (const row of rows) if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve));
  // `end` of the readable side: the last data have come.
  await new Promise((resolve) => deflate.once('end', resolve).end());
  return Buffer.concat(parts);
}

/** Adam7, W3C PNG, third edition, section 8.1: first column, first row, steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function* interlacedRows(side: number): Iterable<Buffer> {
  for (const [left, top, dx, dy] of PASSES) {
    let row: Buffer = Buffer.alloc(0);
    let band = -1;
    for (let y = top; y < side; y += dy) {
      if (y >> 8 !== band) row = Buffer.concat([Buffer.of(0), wideRow(side, y, dx, left, false)]);
      band = y >> 8;
      yield row;
    }
  }
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, check]);
}

function pngHeader(width: number, height: number, depth: number, colourType: number, interlaced: boolean): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', header)]);
}

/** The whole picture must be in memory before its first line is known: 16 bits, R G B A. */
export async function interlacedPng(side: number): Promise<Buffer> {
  const pixels = await deflated(interlacedRows(side));
  return Buffer.concat([
    pngHeader(side, side, 16, 6, true),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function* plainRows(side: number): Iterable<Buffer> {
  let row: Buffer = Buffer.alloc(0);
  for (let y = 0; y < side; y++) {
    if (y % 256 === 0) row = wideRow(side, y, 1, 0, true);
    yield row;
  }
}

/** One strip that holds all: 16 bits, R G B A, deflate. TIFF 6.0, section 8; tag numbers there. */
export async function oneStripTiff(side: number): Promise<Buffer> {
  const pixels = await deflated(plainRows(side));
  const entries = [
    [256, 4, 1, side],
    [257, 4, 1, side],
    [258, 3, 4, 146],
    [259, 3, 1, 8],
    [262, 3, 1, 2],
    [273, 4, 1, 154],
    [277, 3, 1, 4],
    [278, 4, 1, side],
    [279, 4, 1, pixels.length],
    [284, 3, 1, 1],
    [338, 3, 1, 2],
  ] as const;
  const head = Buffer.alloc(154);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    head.writeUInt16LE(tag, 10 + 12 * i);
    head.writeUInt16LE(type, 12 + 12 * i);
    head.writeUInt32LE(count, 14 + 12 * i);
    head.writeUInt32LE(value, 18 + 12 * i);
  }
  for (let c = 0; c < 4; c++) head.writeUInt16LE(16, 146 + 2 * c);
  return Buffer.concat([head, pixels]);
}

/** Bits to bytes, a 0 behind every 255; ITU-T T.81, B.1.1.5. */
function entropyCoded(bits: Iterable<string>): Buffer {
  let left = '';
  const out: number[] = [];
  const push = (byte: number): void => {
    out.push(byte);
    if (byte === 255) out.push(0);
  };
  for (const part of bits) {
    left += part;
    let at = 0;
    for (; at + 8 <= left.length; at += 8) push(Number.parseInt(left.slice(at, at + 8), 2));
    left = left.slice(at);
  }
  if (left !== '') push(Number.parseInt(left.padEnd(8, '1'), 2));
  return Buffer.from(out);
}

function jpegSegment(marker: number, ...payload: readonly number[]): Buffer {
  return Buffer.from([0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255, ...payload]);
}

/** Blocks without coefficients, told in runs; T.81, G.1.2.2: EOBn with n more bits, n = 14 the longest. */
function* emptyRuns(blocks: number): Iterable<string> {
  for (let left = blocks; left > 0; ) {
    const n = Math.min(14, Math.floor(Math.log2(left)));
    const run = Math.min(left, 2 ** (n + 1) - 1);
    yield n.toString(2).padStart(4, '0') + (n > 0 ? (run - 2 ** n).toString(2).padStart(n, '0') : '');
    left -= run;
  }
}

/** A grey progressive JPEG in so many scans, each of which says nothing and has to be gone through block by block. */
export async function manyScans(side: number, scans: number): Promise<Buffer> {
  const blocks = Math.ceil(side / 8) ** 2;
  const runs = entropyCoded(emptyRuns(blocks));
  const parts = [
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    jpegSegment(0xc2, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0),
    jpegSegment(0xc4, 0x00, 1, ...Array.from({ length: 15 }, () => 0), 0),
    jpegSegment(
      0xc4,
      0x10,
      0,
      0,
      0,
      15,
      ...Array.from({ length: 12 }, () => 0),
      ...Array.from({ length: 15 }, (_, n) => n << 4),
    ),
    jpegSegment(0xda, 1, 1, 0x00, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ];
  for (let scan = 0; scan < scans - 1; scan++) {
    const band = 1 + (scan % 63);
    // First each coefficient but its last two bits, then one bit more.
    const precision = scan < 63 ? 0x02 : scan < 126 ? 0x21 : 0x10;
    parts.push(jpegSegment(0xda, 1, 1, 0x00, band, band, precision), runs);
  }
  parts.push(Buffer.of(0xff, 0xd9));
  return Buffer.concat(parts);
}
