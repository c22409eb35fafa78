/** Image file directories (IFDs) of a classic TIFF; TIFF Revision 6.0, section 2. @module */

export interface TiffEntry {
  readonly tag: number;
  /** Field type 1..13; 13 is IFD of TIFF Technical Note 1. */
  readonly type: number;
  /** Number of values. */
  readonly count: number;
  /** The values as stored, in the byte order of the file. */
  readonly value: Uint8Array;
}

export interface TiffFile {
  readonly littleEndian: boolean;
  /** Entries of the first directory. */
  readonly entries: readonly TiffEntry[];
  readonly bytes: Uint8Array;
}

/** Bytes of one value by field type; TIFF 6.0, page 15 f. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4] as const;

/** Units whose bytes change places between byte orders: a RATIONAL is two LONGs. */
export function swapUnit(type: number): number {
  return type === 5 || type === 10 ? 4 : (TYPE_BYTES[type] ?? 1);
}

/** Entries at `offset`; those that point outside the file or have an unknown type are left out. */
export function readDirectory(bytes: Uint8Array, littleEndian: boolean, offset: number): TiffEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset < 8 || offset + 2 > bytes.length) return [];
  const entries: TiffEntry[] = [];
  const total = view.getUint16(offset, littleEndian);
  for (let i = 0; i < total; i++) {
    const at = offset + 2 + 12 * i;
    if (at + 12 > bytes.length) break;
    const type = view.getUint16(at + 2, littleEndian);
    const count = view.getUint32(at + 4, littleEndian);
    const sizeBytes = (TYPE_BYTES[type] ?? 0) * count;
    const start = sizeBytes <= 4 ? at + 8 : view.getUint32(at + 8, littleEndian);
    if (sizeBytes === 0 || start + sizeBytes > bytes.length) continue;
    entries.push({
      tag: view.getUint16(at, littleEndian),
      type,
      count,
      value: bytes.subarray(start, start + sizeBytes),
    });
  }
  return entries;
}

/** Reads the first directory; empty entries where the header is broken. */
export function readTiff(bytes: Uint8Array): TiffFile {
  const littleEndian = bytes[0] === 0x49;
  if (bytes.length < 8) return { littleEndian, entries: [], bytes };
  const first = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, littleEndian);
  return { littleEndian, entries: readDirectory(bytes, littleEndian, first), bytes };
}

/** Most directories of a file, for the same reason as `SEGMENTS_MAX` of JPEG; scanned books have a few hundred. */
export const DIRECTORIES_MAX = 4096;

/** How many directories follow each other, at most `DIRECTORIES_MAX`; a loop counts as that many. */
export function tiffDirectoryCount(bytes: Uint8Array): number {
  const littleEndian = bytes[0] === 0x49;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let link = 4;
  let count = 0;
  while (link + 4 <= bytes.length && count < DIRECTORIES_MAX) {
    const at = view.getUint32(link, littleEndian);
    if (at < 8 || at + 2 > bytes.length) break;
    count++;
    link = at + 2 + 12 * view.getUint16(at, littleEndian);
  }
  return count;
}

/** First value of a SHORT, LONG or BYTE entry, or null. */
export function firstNumber(file: Pick<TiffFile, 'littleEndian'>, entry: TiffEntry | undefined): number | null {
  if (entry === undefined) return null;
  const view = new DataView(entry.value.buffer, entry.value.byteOffset, entry.value.byteLength);
  if (entry.type === 3) return view.getUint16(0, file.littleEndian);
  if (entry.type === 4 || entry.type === 13) return view.getUint32(0, file.littleEndian);
  return entry.type === 1 ? view.getUint8(0) : null;
}

/** First number of a tag of the first directory, or null. */
export function tiffNumber(file: TiffFile, tag: number): number | null {
  return firstNumber(
    file,
    file.entries.find((entry) => entry.tag === tag),
  );
}
