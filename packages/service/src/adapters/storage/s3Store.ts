/** A bucket, and how its failures become ours. @module */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError } from '@assay/core/errors';
import { S3mini } from 's3mini';
import { fetch } from 'undici';
import type { StoredFile } from '../../app/ports/assets/storage.ts';

/** Where the bucket is. */
export interface S3Place {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Scheme, host and port; the bucket becomes the first part of the path. */
  readonly endpoint: string;
  readonly region: string;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Longest wait for one answer of the store, ms. */
const REQUEST_MS_MAX = 60_000;
/** Keys of one listing; the most that S3 gives at once. */
const LIST_KEYS_MAX = 1000;

/** What goes wrong at a store is for the log; the caller is told to come again. */
export const asking =
  (detail: string, retryAfterS: number) =>
  async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (cause) {
      throw new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS });
    }
  };

type Asked = ReturnType<typeof asking>;

async function* bytesOf(
  store: S3mini,
  key: string,
  ask: Asked,
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  const answer = await ask(
    range ? store.getObjectRaw(key, false, range.start, range.end + 1) : store.getObjectRaw(key),
  );
  if (answer.body) yield* Readable.fromWeb(answer.body as ReadableStream) as AsyncIterable<Buffer>;
}

/** The object as a stream, or a part of it; null if there is none. @param ask makes its failures ours */
export async function openObject(store: S3mini, key: string, ask: Asked): Promise<StoredFile | null> {
  if ((await ask(store.objectExists(key))) !== true) return null;
  const sizeBytes = await ask(store.getContentLength(key));
  return { sizeBytes, stream: (range) => Readable.from(bytesOf(store, key, ask, range)) };
}

export const asked = asking('The file store cannot be reached. Please try again.', 5);

/** Keys below `folder` in the order of the store, page by page. @param after only keys that come after it; empty: all */
export async function* keysBelow(store: S3mini, folder: string, after = ''): AsyncGenerator<string> {
  let token: string | undefined;
  const begin = after === '' ? {} : { 'start-after': after };
  do {
    const page = await asked(store.listObjectsPaged('/', folder, LIST_KEYS_MAX, token, token ? {} : begin));
    for (const { Key } of page?.objects ?? []) yield Key;
    token = page?.nextContinuationToken;
  } while (token);
}

/** @param requestMsMax longest wait for one answer */
export const openS3Store = (
  { bucket, endpoint, region }: S3Place,
  { accessKeyId, secretAccessKey }: S3Credentials,
  requestMsMax = REQUEST_MS_MAX,
): S3mini =>
  new S3mini({
    accessKeyId,
    secretAccessKey,
    endpoint: `${endpoint}/${bucket}`,
    region,
    requestAbortTimeout: requestMsMax,
    // Loading undici makes its connections those of Node's own fetch as well, and they refuse the Content-Length that
    // Node 20 hands them ("invalid content-length header"): the two must be of one release.
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
