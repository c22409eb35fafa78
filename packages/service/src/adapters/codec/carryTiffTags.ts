/**
 * Gives a newly encoded TIFF the tags of its source: everything in the source's first directory that does not describe
 * how the pixels are laid out, with the EXIF, GPS and interoperability directories below it. libtiff's writer would
 * keep ICC, XMP and the resolution only.
 * @module
 */
import { firstNumber, readDirectory, readTiff, swapUnit, type TiffEntry, type TiffFile } from './tiffDirectory.ts';

/** Tags that point to a directory and are copied with what they point to; EXIF 2.32, section 4.6.3. */
const DIRECTORY_TAGS: ReadonlySet<number> = new Set([34665, 34853, 40965]);

// biome-ignore format: tag numbers in rows
/** Layout of the pixels: the encoder's own values count. TIFF 6.0, its Technical Notes and the Adobe Photoshop notes. */
const LAYOUT_TAGS: ReadonlySet<number> = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 277, 278, 279, 280, 281, 284, 288, 289, 290, 291, 292,
  293, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 332, 333, 334, 336, 338, 339, 340, 341,
  342, 343, 344, 345, 346, 347, 351, 433, 434, 435, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532,
]);

/**
 * Not copied: other directories (330 SubIFDs, 400 GlobalParameters) hold offsets or further pictures, 37724 holds
 * Photoshop's layers, that is the unmarked picture; 52545 holds a C2PA manifest, which the new pixels would belie.
 */
const DROPPED_TAGS: ReadonlySet<number> = new Set([330, 400, 37724, 52545]);

const ICC_PROFILE = 34675;
const TYPE_LONG = 4;

/** Grows by whole values at even offsets, as TIFF 6.0 asks. */
class Tail {
  private readonly parts: Uint8Array[] = [];
  private length = 0;
  private readonly base: number;
  constructor(base: number) {
    this.base = base;
  }
  append(part: Uint8Array): number {
    const at = this.base + this.length;
    this.parts.push(part);
    if (part.length % 2 === 1) this.parts.push(new Uint8Array(1));
    this.length += part.length + (part.length % 2);
    return at;
  }
  bytes(): Uint8Array {
    return Buffer.concat(this.parts);
  }
}

/** The values in the byte order of the file that receives them. */
function reordered(entry: TiffEntry, swap: boolean): Uint8Array {
  const unit = swapUnit(entry.type);
  const out = Uint8Array.from(entry.value);
  if (swap && unit > 1) for (let at = 0; at + unit <= out.length; at += unit) out.subarray(at, at + unit).reverse();
  return out;
}

interface Copying {
  readonly source: TiffFile;
  readonly littleEndian: boolean;
  readonly tail: Tail;
}

/** Appends a directory and its values; answers its offset. */
function writeDirectory(copying: Copying, entries: readonly (readonly [TiffEntry, boolean])[]): number {
  const { littleEndian, tail, source } = copying;
  const table = new Uint8Array(2 + 12 * entries.length + 4);
  const view = new DataView(table.buffer);
  view.setUint16(0, entries.length, littleEndian);
  entries.forEach(([entry, fromSource], i) => {
    const at = 2 + 12 * i;
    view.setUint16(at, entry.tag, littleEndian);
    if (fromSource && DIRECTORY_TAGS.has(entry.tag)) {
      const below = readDirectory(source.bytes, source.littleEndian, firstNumber(source, entry) ?? 0)
        .filter((child) => !DIRECTORY_TAGS.has(child.tag) || child.tag === 40965)
        .filter((child) => entry.tag !== 40965 || child.tag !== 40965);
      view.setUint16(at + 2, TYPE_LONG, littleEndian);
      view.setUint32(at + 4, 1, littleEndian);
      view.setUint32(at + 8, writeDirectory(copying, sortedOnce(below.map((child) => [child, true]))), littleEndian);
      return;
    }
    view.setUint16(at + 2, entry.type, littleEndian);
    view.setUint32(at + 4, entry.count, littleEndian);
    const value = reordered(entry, fromSource && source.littleEndian !== littleEndian);
    if (value.length <= 4) table.set(value, at + 8);
    else view.setUint32(at + 8, tail.append(value), littleEndian);
  });
  return tail.append(table);
}

/** Ascending tags, the first of each; TIFF 6.0, page 15: "entries must be sorted in ascending order by Tag". */
function sortedOnce(entries: readonly (readonly [TiffEntry, boolean])[]): (readonly [TiffEntry, boolean])[] {
  const byTag = new Map<number, readonly [TiffEntry, boolean]>();
  for (const pair of entries) if (!byTag.has(pair[0].tag)) byTag.set(pair[0].tag, pair);
  return [...byTag.values()].sort(([a], [b]) => a.tag - b.tag);
}

/** Sum of the values may not exceed the file: entries that share one value could otherwise multiply it. */
function withinSource(entries: readonly TiffEntry[], budgetBytes: number): TiffEntry[] {
  let left = budgetBytes;
  return entries.filter((entry) => {
    left -= entry.value.length;
    return left >= 0;
  });
}

/**
 * @param encoded a classic TIFF of one page, as the encoder wrote it
 * @param source  the file whose tags it takes over
 * @param keepIcc false when the samples are no longer in the source's colour space
 */
export function carryTiffTags(encoded: Uint8Array, source: Uint8Array, keepIcc: boolean): Uint8Array {
  const from = readTiff(source);
  const to = readTiff(encoded);
  const carried = withinSource(from.entries, source.length).filter(
    ({ tag }) => !LAYOUT_TAGS.has(tag) && !DROPPED_TAGS.has(tag) && (keepIcc || tag !== ICC_PROFILE),
  );
  const padded = encoded.length % 2 === 0 ? encoded : Buffer.concat([encoded, new Uint8Array(1)]);
  const tail = new Tail(padded.length);
  const entries = sortedOnce([
    ...carried.map((entry) => [entry, true] as const),
    ...to.entries.filter(({ tag }) => keepIcc || tag !== ICC_PROFILE).map((entry) => [entry, false] as const),
  ]);
  const first = writeDirectory({ source: from, littleEndian: to.littleEndian, tail }, entries);
  const out = Buffer.concat([padded, tail.bytes()]);
  new DataView(out.buffer, out.byteOffset, out.byteLength).setUint32(4, first, to.littleEndian);
  return out;
}
