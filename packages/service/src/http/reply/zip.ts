/** ZIP files written while they are read, by fflate. @module */
import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** Only what the reader has not taken yet is in memory. */
export const zipOf = (entries: readonly ZipEntry[], modified: Date): Readable =>
  Readable.from(chunks(entries, modified));

async function* chunks(entries: readonly ZipEntry[], modified: Date): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    waiting.push(chunk);
  });
  const taken = (): Uint8Array[] => {
    const all = waiting;
    waiting = [];
    return all;
  };
  for (const { name, text } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = modified;
    zip.add(file);
    for await (const part of text) {
      file.push(strToU8(part));
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
