/** PNG of samples, so that tests need no codec: one IDAT, filter 0 on every row. PNG 3rd edition, sections 5 and 11. @module */
import { crc32, deflateSync } from 'node:zlib';

export interface Samples {
  readonly width: number;
  readonly height: number;
  /** 1 = grey, 3 = RGB; 8 bit. */
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}

const COLOUR_TYPE = { 1: 0, 3: 2 } as const;

export function encodePng({ width, height, channels, data }: Samples): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPE[channels], 0, 0, 0], 8);
  const rowBytes = width * channels;
  const rows = Buffer.alloc(height * (rowBytes + 1));
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
