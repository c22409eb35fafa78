/** ZIP files written while they are read, by client-zip: also of more than 4 GiB; nothing in them is compressed. @module */
import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';

export interface ZipEntry {
  readonly name: string;
  /** Begun when its turn has come. */
  readonly content: AsyncIterable<string | Uint8Array>;
}

/** Only what the reader has not taken yet is in memory. */
export function zipOf(entries: AsyncIterable<ZipEntry>, modified: Date): Readable {
  let open: AsyncIterator<string | Uint8Array> | null = null;
  async function* files() {
    for await (const { name, content } of entries) {
      const begun = content[Symbol.asyncIterator]();
      open = begun;
      yield { name, input: { [Symbol.asyncIterator]: () => begun }, lastModified: modified };
    }
  }
  const zip = Readable.fromWeb(makeZip(files()) as Parameters<typeof Readable.fromWeb>[0]);
  // client-zip leaves the file open that it was reading when its own reader goes away.
  zip.once('close', () => void open?.return?.().catch(() => undefined));
  return zip;
}
