/** How a JPEG was written: quality from its quantisation tables, chroma sampling and scan order from its frame header. @module */
import { jpegSegments } from './jpegSegments.ts';

export interface JpegEncoding {
  /** 1..100, as libjpeg counts. */
  readonly quality: number;
  /** False if the tables are not libjpeg's; `quality` is then the least whose luma table is as fine in the mean. */
  readonly qualityExact: boolean;
  /** Chroma at full resolution in both directions (4:4:4), or no chroma at all. */
  readonly fullChroma: boolean;
  readonly progressive: boolean;
}

// biome-ignore format: tables read as tables
/** Quantisation tables of ITU-T T.81, tables K.1 (luma) and K.2 (chroma), row-major. */
const LUMA_TABLE = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
// biome-ignore format: tables read as tables
const CHROMA_TABLE = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
];
// biome-ignore format: tables read as tables
/** Position in the row-major block of the k-th coefficient in the file; T.81, figure A.6. */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];

const DEFINE_TABLES = 0xdb;
/** Start-of-frame markers except DHT (C4), JPG (C8) and DAC (CC), which share their range. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** SOF2, SOF6, SOF10, SOF14. */
const isProgressive = (marker: number): boolean => (marker & 0x03) === 2;

/** libjpeg's `jpeg_quality_scaling` and `jpeg_add_quant_table`, entries limited to a baseline file's 1..255. */
function scaledEntry(base: number, quality: number): number {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  return Math.min(255, Math.max(1, Math.floor((base * scale + 50) / 100)));
}

/** Tables of a DQT segment by id, row-major; T.81, B.2.4.1. */
function readTables(payload: Uint8Array, tables: Map<number, number[]>): void {
  let at = 0;
  while (at < payload.length) {
    const head = payload[at] as number;
    const bytesEach = head >> 4 === 0 ? 1 : 2;
    if (at + 1 + 64 * bytesEach > payload.length) return;
    const table = Array.from({ length: 64 }, () => 0);
    for (let k = 0; k < 64; k++) {
      const p = at + 1 + k * bytesEach;
      const first = payload[p] as number;
      table[ZIGZAG[k] as number] = bytesEach === 1 ? first : (first << 8) | (payload[p + 1] as number);
    }
    tables.set(head & 15, table);
    at += 1 + 64 * bytesEach;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function fits(table: readonly number[], base: readonly number[], quality: number): boolean {
  return table.every((entry, i) => entry === scaledEntry(base[i] as number, quality));
}

function qualityOf(luma: readonly number[], chroma: readonly number[] | undefined): [number, boolean] {
  for (let quality = 100; quality >= 1; quality--)
    if (fits(luma, LUMA_TABLE, quality) && (chroma === undefined || fits(chroma, CHROMA_TABLE, quality)))
      return [quality, true];
  const total = sum(luma);
  for (let quality = 1; quality < 100; quality++)
    if (sum(LUMA_TABLE.map((base) => scaledEntry(base, quality))) <= total) return [quality, false];
  return [100, false];
}

/** Null if the header holds no frame or no quantisation table; such a file cannot be decoded either. */
export function jpegEncoding(bytes: Uint8Array): JpegEncoding | null {
  const tables = new Map<number, number[]>();
  let frame: { readonly marker: number; readonly payload: Uint8Array } | undefined;
  for (const segment of jpegSegments(bytes)) {
    if (segment.marker === DEFINE_TABLES) readTables(segment.payload, tables);
    else if (isFrame(segment.marker)) frame = segment;
  }
  // Frame header: precision (1), height (2), width (2), count (1), then for each component id, sampling, table; T.81, B.2.2.
  const count = frame?.payload[5];
  if (frame === undefined || count === undefined || frame.payload.length < 6 + 3 * count) return null;
  const component = (index: number, field: number): number => (frame.payload[6 + 3 * index + field] as number) ?? 0;
  const luma = tables.get(component(0, 2));
  if (luma === undefined) return null;
  const [quality, qualityExact] = qualityOf(luma, count >= 3 ? tables.get(component(1, 2)) : undefined);
  let fullChroma = true;
  for (let i = 1; i < count; i++) if (component(i, 1) !== component(0, 1)) fullChroma = false;
  return { quality, qualityExact, fullChroma, progressive: isProgressive(frame.marker) };
}
