/** The small files of a data folder that belong into a backup. @module */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { namesIn, unlessAway } from '../dataFolder/readIfThere.ts';
import { isKeptPath } from './layout.ts';

/** Of these folders everything, of the top what `isKeptPath` names. */
const FOLDERS = ['ledger', 'transparency'] as const;
/** A file of this size or less is taken whole; a longer one is a log that only grows, of which the beginning counts. */
const WHOLE_BYTES_MAX = 64 * 1024;

export interface KeptNow {
  readonly path: string;
  /** Changes when the file does. */
  readonly state: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** As they are now, though the service goes on writing: what is appended later is not read. */
export async function keptFilesOf(folder: string): Promise<readonly KeptNow[]> {
  const names: string[] = [...(await namesIn(folder))];
  for (const below of FOLDERS)
    names.push(...(await namesIn(path.join(folder, below))).map((name) => `${below}/${name}`));
  const kept: KeptNow[] = [];
  for (const name of names.filter(isKeptPath).sort()) {
    const found = await keptNow(path.join(folder, name), name);
    if (found) kept.push(found);
  }
  return kept;
}

async function keptNow(file: string, name: string): Promise<KeptNow | null> {
  const size = (await unlessAway(stat(file)))?.size;
  if (size === undefined) return null;
  if (size > WHOLE_BYTES_MAX)
    return { path: name, state: String(size), bytes: () => createReadStream(file, { end: size - 1 }) };
  const bytes = await unlessAway(readFile(file));
  return bytes && { path: name, state: bytes.toString('base64'), bytes: () => one(bytes) };
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
