/**
 * Puts objects that the store holds to their hashes: other bytes than these are refused, not kept. MD5, since every S3 server checks
 * `Content-MD5` of objects and of parts (Amazon S3 API reference, PutObject, UploadPart), and a fault of the line is no attack.
 * Large ones go in parts: a connection that breaks costs a part, and no server takes more than 5 GB at once.
 * @module
 */
import { open } from 'node:fs/promises';
import type { S3mini } from 's3mini';
import { hashingMd5, inSteps } from '../jobs/steps.ts';
import { asked } from './s3Store.ts';

/** Of a part, bytes: at least 5 MiB but for the last, 10,000 at most (Amazon S3 user guide, "Multipart upload limits"). */
export const PART_BYTES = 16 * 2 ** 20;

/** The library's type knows names of Amazon's own alone; it signs and sends every header. */
async function md5Header(bytes: Uint8Array): Promise<Readonly<Record<string, string>>> {
  return { 'content-md5': (await inSteps(hashingMd5(bytes))).toString('base64') };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** @throws {AppError} SERVICE_UNAVAILABLE; then nothing appears under the key */
export async function putChecked(store: S3mini, key: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > PART_BYTES) return putInParts(store, key, partsOf(bytes));
  await asked(store.putObject(key, bufferOf(bytes), undefined, undefined, await md5Header(bytes)));
}

/** The same of a file, of which one part is in memory at a time. */
export async function putFileChecked(store: S3mini, key: string, file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < size; at += PART_BYTES) {
        const part = Buffer.alloc(Math.min(PART_BYTES, size - at));
        const { bytesRead } = await handle.read(part, 0, part.length, at);
        if (bytesRead !== part.length) throw new Error(`${file} became shorter while it was read`);
        yield part;
      }
    };
    if (size > PART_BYTES) return await putInParts(store, key, read());
    for await (const whole of read()) await putChecked(store, key, whole);
  } finally {
    await handle.close();
  }
}

function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

async function putInParts(
  store: S3mini,
  key: string,
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const id = await asked(store.getMultipartUploadId(key));
  try {
    const sent = [];
    for await (const part of parts)
      sent.push(
        await asked(
          store.uploadPart(key, id, bufferOf(part), sent.length + 1, undefined, undefined, await md5Header(part)),
        ),
      );
    await asked(store.completeMultipartUpload(key, id, sent));
  } catch (cause) {
    // What cannot be taken back now, the next start sweeps.
    await store.abortMultipartUpload(key, id).catch(() => undefined);
    throw cause;
  }
}

/** An upload in parts that nobody went on with for so long is one that its process left, ms. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** ListMultipartUploads of the S3 API, as the library reads its XML: one entry is no list. */
interface Listed {
  readonly ListMultipartUploadsResult?: {
    readonly Upload?: Begun | readonly Begun[];
  };
}

interface Begun {
  readonly Key: string;
  readonly UploadId: string;
  readonly Initiated: string;
}

/** Takes back uploads in parts that were begun a day ago and never ended. @returns how many */
export async function sweepParts(store: S3mini, prefix: string, now: Date): Promise<number> {
  const listed = (await asked(store.listMultipartUploads('/', prefix))) as unknown as Listed;
  let swept = 0;
  for (const { Key, UploadId, Initiated } of [listed.ListMultipartUploadsResult?.Upload ?? []].flat()) {
    if (!Key.startsWith(prefix) || now.getTime() - Date.parse(Initiated) < ABANDONED_MS) continue;
    await asked(store.abortMultipartUpload(Key, UploadId));
    swept += 1;
  }
  return swept;
}
