/**
 * ZIP archives of pictures, by their central directory (PKWARE APPNOTE 6.3.10). Everything that it says is judged before a byte
 * is unpacked; each file is then unpacked up to the size that it claims, and its CRC-32 checked.
 * @module
 */
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AppError } from '@assay/core/errors';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { OpenSource } from '../../app/ports/imports/importSources.ts';
import type { SealedFile } from '../encryption/sealedFile.ts';
import { assertCount, assertName, assertUnique, FILES_MAX, isMeant, refuse } from './importNames.ts';

/** Unpacked bytes for each byte of the archive: pictures are compressed already, and even drawn ones stay far below. */
const RATIO_MAX = 100;
/** An archive so small may unpack to anything below it. */
const UNPACKED_ALWAYS = 64 * 1024 * 1024;

const STORED = 0;
const DEFLATED = 8;
/** Read at once. */
const STEP_BYTES = 256 * 1024;
/** Extra fields and comments of all entries together; archives of 50,000 pictures have a tenth of it. */
const BESIDE_BYTES_MAX = 16 * 1024 * 1024;
/** Of the Unix mode in the upper half of the external attributes. */
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const REGULAR = 0o100000;

/**
 * @param pictureBytesMax a larger picture fails alone
 * @throws {AppError} VALIDATION_ERROR with what is wrong with it
 */
export async function openZipArchive(archive: SealedFile, pictureBytesMax: number): Promise<OpenSource> {
  const zip = await opened(archive);
  try {
    if (zip.entryCount > FILES_MAX) assertCount('file', zip.entryCount);
    const listed = await entriesOf(zip);
    await assertAllListed(zip, archive);
    assertBounded(listed, archive.sizeBytes);
    const wanted = listed.filter(({ fileName }) => isMeant(fileName));
    assertCount('file', wanted.length);
    assertUnique(
      'file',
      wanted.map(({ fileName }) => fileName),
    );
    const byName = new Map(wanted.map((entry) => [entry.fileName, entry]));
    return {
      entries: wanted.map(({ fileName, uncompressedSize }) => ({ name: fileName, sizeBytes: uncompressedSize })),
      read: (name) => unpack(zip, byName.get(name), pictureBytesMax),
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function opened(archive: SealedFile): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(zipReader(archive), archive.sizeBytes, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      strictFileNames: true,
    });
  } catch (cause) {
    throw broken(cause as Error);
  }
}

/** As yauzl reads: a few bytes of a name, or the bytes of a file as a stream. */
function zipReader(archive: SealedFile): RandomAccessReader {
  return new (class extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(spanOf(archive, start, end), { objectMode: false });
    }
    override read(...[into, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
      archive.read(position, length).then((bytes) => {
        bytes.copy(into, offset);
        done(bytes.length < length ? new Error('unexpected end of the file') : null);
      }, done);
    }
  })();
}

async function* spanOf(archive: SealedFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += STEP_BYTES) yield await archive.read(at, Math.min(STEP_BYTES, end - at));
}

/** What the reader says of bytes that are no whole archive. */
const broken = (cause: Error): AppError => {
  const message = `is not a whole ZIP archive (${cause.message.slice(0, 200)})`;
  return new AppError('VALIDATION_ERROR', `file: ${message}`, {
    cause,
    errors: [{ field: 'file', location: 'body', code: 'custom', message }],
  });
};

async function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let beside = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      assertEntry(entry);
      // Entries are kept whole.
      beside += entry.extraFieldLength + entry.fileCommentLength;
      if (beside > BESIDE_BYTES_MAX) refuse('file', `says more than ${BESIDE_BYTES_MAX} bytes beside its files`);
      entries.push(entry);
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : broken(cause as Error);
  }
  return entries;
}

/** An entry of the central directory: "PK", 1, 2. */
const CENTRAL = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

/**
 * What counts in 16 bits begins again at 65,536, so that 100,000 files claim to be 34,464: the rest would be left out, and nobody
 * told. As many as it counts were read; what follows must be the end.
 */
async function assertAllListed({ readEntryCursor, entryCount }: ZipFile, archive: SealedFile): Promise<void> {
  // Of @types/yauzl it is a boolean; yauzl counts bytes in it.
  const next = await archive.read(Number(readEntryCursor), CENTRAL.length);
  if (next.equals(CENTRAL))
    refuse(
      'file',
      `holds more entries than the ${entryCount} that it counts; one import takes at most ${FILES_MAX}. Split it.`,
    );
}

function assertEntry(entry: Entry): void {
  const { fileName } = entry;
  const shown = JSON.stringify(fileName.slice(0, 100));
  assertName('file', fileName.replace(/\/$/, ''));
  if (entry.isEncrypted()) refuse('file', `is encrypted (${shown}); send it without a password`);
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type === SYMBOLIC_LINK) refuse('file', `holds a link (${shown}); send the file itself`);
  if (type !== 0 && type !== REGULAR && !fileName.endsWith('/'))
    refuse('file', `holds something that is no file: ${shown}`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    refuse('file', `compresses ${shown} by method ${entry.compressionMethod}; stored and deflate (0 and 8) are taken`);
}

/** Archives that unpack to a multiple of any picture, also by files that lie over each other (Fifield, WOOT 2019). */
function assertBounded(entries: readonly Entry[], archiveBytes: number): void {
  const sum = (of: (entry: Entry) => number): number => entries.reduce((all, entry) => all + of(entry), 0);
  const packed = sum(({ compressedSize }) => compressedSize);
  if (packed > archiveBytes)
    refuse('file', `claims ${packed} packed bytes in ${archiveBytes}: its files lie over each other`);
  const unpacked = sum(({ uncompressedSize }) => uncompressedSize);
  if (unpacked > Math.max(UNPACKED_ALWAYS, RATIO_MAX * archiveBytes))
    refuse('file', `unpacks to ${unpacked} bytes from ${archiveBytes}: no archive of pictures does`);
}

async function unpack(zip: ZipFile, entry: Entry | undefined, bytesMax: number): Promise<Uint8Array> {
  if (!entry) throw new AppError('INVALID_FILE_TYPE', 'The archive does not hold this file.');
  if (entry.uncompressedSize > bytesMax)
    throw new AppError('FILE_TOO_LARGE', `A file may have at most ${bytesMax} bytes.`, { extra: { limit: bytesMax } });
  const chunks: Buffer[] = [];
  try {
    const stream = await zip.openReadStreamPromise(entry);
    // Ends with an error past the size that the entry claims.
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } catch (cause) {
    throw new AppError('INVALID_FILE_TYPE', 'The archive is damaged here: this file cannot be unpacked.', { cause });
  }
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32)
    throw new AppError(
      'INVALID_FILE_TYPE',
      'The archive is damaged here: this file does not have the CRC-32 it claims.',
    );
  return bytes;
}
