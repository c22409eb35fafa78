/**
 * ZIP files of one form: entries one after the other, stored as they are, without times, comments and extra fields. The same
 * entries are the same bytes, for ever, and one byte that is otherwise is noticed by writing the file again.
 * Source: APPNOTE.TXT 6.3.10 of PKWARE, sections 4.3.7, 4.3.12, 4.3.16; docs/spec/bundle.md, section Archive.
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sameBytes } from './sameBytes.ts';
import { crc32 } from './crc32.ts';

export interface ZipFile {
  /** Parts of small letters, digits, `-`, `_`, `.`, joined by `/`; none begins with a dot. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ZipLimits {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
/** 1 January 1980, the first day that there is. */
const DATE = 0x0021;

const NAME = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const NAME_CHARS_MAX = 100;

export const isZipName = (name: string): boolean => name.length <= NAME_CHARS_MAX && NAME.test(name);

/** Why bytes are no such file, for people. */
export class ZipFormError extends Error {
  override readonly name = 'ZipFormError';
}

/** @throws {RangeError} for a name of another form, or one that is there twice */
export function writeStoredZip(files: readonly ZipFile[]): Uint8Array {
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let offset = 0;
  const seen = new Set<string>();
  for (const { name, bytes } of files) {
    if (!isZipName(name) || seen.has(name)) throw new RangeError(`writeStoredZip: the name "${name}" cannot be taken`);
    seen.add(name);
    const shared = [VERSION, FLAGS, 0, 0, DATE] as const;
    const sizes = [crc32(bytes), bytes.length, bytes.length] as const;
    const nameBytes = utf8ToBytes(name);
    locals.push(header(LOCAL_BYTES, LOCAL, [...shared], sizes, [nameBytes.length, 0]), nameBytes, bytes);
    const central = header(CENTRAL_BYTES, CENTRAL, [VERSION, ...shared], sizes, [nameBytes.length]);
    new DataView(central.buffer).setUint32(42, offset, true);
    centrals.push(central, nameBytes);
    offset += LOCAL_BYTES + nameBytes.length + bytes.length;
  }
  const directory = concatBytes(...centrals);
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, END, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, directory.length, true);
  end.setUint32(16, offset, true);
  return concatBytes(...locals, directory, new Uint8Array(end.buffer));
}

/** Signature, then numbers of two bytes, of four, of two; the rest is zero. */
function header(
  length: number,
  signature: number,
  before: readonly number[],
  sizes: readonly number[],
  after: readonly number[],
): Uint8Array {
  const view = new DataView(new ArrayBuffer(length));
  let at = 4;
  view.setUint32(0, signature, true);
  for (const value of before) view.setUint16((at += 2) - 2, value, true);
  for (const value of sizes) view.setUint32((at += 4) - 4, value, true);
  for (const value of after) view.setUint16((at += 2) - 2, value, true);
  return new Uint8Array(view.buffer);
}

export interface ReadZip {
  readonly files: readonly ZipFile[];
  /** Written again, the entries are these very bytes. */
  readonly isExact: boolean;
}

/** Also for whoever knows a file's size before reading it. @throws {ZipFormError} for one that is larger than any */
export function assertZipBytes(sizeBytes: number, { bytesMax }: Pick<ZipLimits, 'bytesMax'>): void {
  if (sizeBytes > bytesMax) throw new ZipFormError(`it has ${sizeBytes} bytes, and at most ${bytesMax} are read`);
}

/**
 * Nothing is unpacked, so what comes out is no larger than what came in.
 * @throws {ZipFormError} for what is no such file, is cut off, packs an entry, has too many, or a name that could leave its folder
 */
export function readStoredZip(zip: Uint8Array, { entriesMax, ...limits }: ZipLimits): ReadZip {
  assertZipBytes(zip.length, limits);
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const files: ZipFile[] = [];
  const seen = new Set<string>();
  let at = 0;
  while (at + 4 <= zip.length && view.getUint32(at, true) === LOCAL) {
    if (files.length === entriesMax) throw new ZipFormError(`it has more than ${entriesMax} entries`);
    if (at + LOCAL_BYTES > zip.length) throw new ZipFormError('it is cut off');
    const [method, size, nameLength, extraLength] = [
      view.getUint16(at + 8, true),
      view.getUint32(at + 22, true),
      view.getUint16(at + 26, true),
      view.getUint16(at + 28, true),
    ];
    const start = at + LOCAL_BYTES + nameLength + extraLength;
    if (start > zip.length) throw new ZipFormError('it is cut off');
    const name = nameOf(zip.subarray(at + LOCAL_BYTES, at + LOCAL_BYTES + nameLength));
    if (method !== 0) throw new ZipFormError(`its entry "${name}" is packed; entries are stored as they are`);
    if (start + size > zip.length) throw new ZipFormError('it is cut off');
    if (seen.has(name)) throw new ZipFormError(`it has the entry "${name}" twice`);
    seen.add(name);
    files.push({ name, bytes: zip.subarray(start, start + size) });
    at = start + size;
  }
  if (files.length === 0) throw new ZipFormError('it is no ZIP file, or an empty one');
  if (at + 4 > zip.length || view.getUint32(at, true) !== CENTRAL)
    throw new ZipFormError('it is cut off, or something stands between its entries');
  return { files, isExact: sameBytes(writeStoredZip(files), zip) };
}

function nameOf(bytes: Uint8Array): string {
  // Every byte a letter: what is no ASCII is refused.
  const name = String.fromCharCode(...bytes.subarray(0, NAME_CHARS_MAX + 1));
  if (!isZipName(name))
    throw new ZipFormError(
      `it has an entry with the name ${JSON.stringify(name.slice(0, NAME_CHARS_MAX))}, which is refused`,
    );
  return name;
}
