/**
 * A folder as one compressed file. Unlike an npm package it keeps folders that are empty, of which PostgreSQL has many and
 * without which it does not start.
 *
 * Behind gzip: the length of the list in 4 bytes (big endian), the list (JSON, `[path, bytes]` each; a folder has null),
 * and the contents in the order of the list.
 * @module
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Path from the folder, with slashes, and how many bytes; null is a folder. */
type Entry = readonly [name: string, sizeBytes: number | null];

const LENGTH_BYTES = 4;

/** As the data folder itself: nobody else reads in it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Nobody may write to the folder meanwhile. */
export function packFolder(folder: string): Uint8Array {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  // A folder's name is the beginning of the names in it, so it comes before them.
  const names = found.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
  const folders = new Set(
    found
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))),
  );
  const contents: Buffer[] = [];
  const list = names.map((name): Entry => {
    const slashed = name.replaceAll(path.sep, '/');
    if (folders.has(name)) return [slashed, null];
    const content = readFileSync(path.join(folder, name));
    contents.push(content);
    return [slashed, content.length];
  });
  const told = Buffer.from(JSON.stringify(list));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(told.length);
  return gzipSync(Buffer.concat([length, told, ...contents]), { level: 9 });
}

/**
 * @param folder is made; must not be there
 * @throws {Error} if the bytes are cut off or damaged (gzip has a checksum), or name a place outside of the folder
 */
export function unpackFolder(archive: Uint8Array, folder: string): void {
  const bytes = gunzipSync(archive);
  const end = LENGTH_BYTES + bytes.readUInt32BE(0);
  const list = JSON.parse(bytes.subarray(LENGTH_BYTES, end).toString()) as readonly Entry[];
  mkdirSync(folder, { mode: FOLDER_MODE });
  let at = end;
  for (const [name, sizeBytes] of list) {
    const target = path.join(folder, name);
    if (path.relative(folder, target).startsWith('..')) throw new RangeError(`unpackFolder: ${name} lies outside`);
    if (sizeBytes === null) mkdirSync(target, { mode: FOLDER_MODE });
    else writeFileSync(target, bytes.subarray(at, at + sizeBytes), { mode: FILE_MODE });
    at += sizeBytes ?? 0;
  }
}
