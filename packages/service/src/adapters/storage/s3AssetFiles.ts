/**
 * The port `AssetFiles` on an S3 bucket:  PREFIX<asset id>/<variant>.
 * An object appears under its key whole or not at all (Amazon S3 user guide, "Data consistency model"), so there are no
 * temporary ones.
 * @module
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError } from '@assay/core/errors';
import { S3mini } from 's3mini';
import {
  type AssetFiles,
  assertStoredName,
  isStoredAssetId,
  isStoredVariant,
  type StoredFile,
} from '../../app/ports/storage.ts';

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

/** What went wrong at the store, for the log; the caller is told to come again. */
const unavailable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The file store cannot be reached. Please try again.', { cause, retryAfterS: 5 });

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** All methods throw RangeError for other names than ours, see `assertStoredName`, and SERVICE_UNAVAILABLE. */
export function createS3AssetFiles({ bucket, prefix, endpoint, region }: S3Place, keys: S3Credentials): AssetFiles {
  const store = new S3mini({
    accessKeyId: keys.accessKeyId,
    secretAccessKey: keys.secretAccessKey,
    endpoint: `${endpoint}/${bucket}`,
    region,
    requestAbortTimeout: REQUEST_MS_MAX,
  });
  const folderOf = (assetId: string): string => {
    assertStoredName(assetId);
    return `${prefix}${assetId}/`;
  };
  const keyOf = (assetId: string, variant: string): string => {
    assertStoredName(assetId, variant);
    return `${folderOf(assetId)}${variant}`;
  };

  /** Keys below `folder` in the order of the store, page by page. */
  async function* keysBelow(folder: string): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const page = await asked(store.listObjectsPaged('/', folder, LIST_KEYS_MAX, token));
      for (const { Key } of page?.objects ?? []) yield Key;
      token = page?.nextContinuationToken;
    } while (token);
  }

  async function* bytesOf(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): AsyncGenerator<Buffer> {
    const answer = await asked(
      range ? store.getObjectRaw(key, false, range.start, range.end + 1) : store.getObjectRaw(key),
    );
    if (answer.body) yield* Readable.fromWeb(answer.body as ReadableStream) as AsyncIterable<Buffer>;
  }

  return {
    async put(assetId, variant, bytes) {
      await asked(store.putObject(keyOf(assetId, variant), Buffer.from(bytes)));
    },

    async read(assetId, variant) {
      const bytes = await asked(store.getObjectArrayBuffer(keyOf(assetId, variant)));
      return bytes && Buffer.from(bytes);
    },

    async open(assetId, variant): Promise<StoredFile | null> {
      const key = keyOf(assetId, variant);
      if ((await asked(store.objectExists(key))) !== true) return null;
      const sizeBytes = await asked(store.getContentLength(key));
      return { sizeBytes, stream: (range) => Readable.from(bytesOf(key, range)) };
    },

    async remove(assetId, variant) {
      await asked(store.deleteObject(keyOf(assetId, variant)));
    },

    async removeAll(assetId) {
      for await (const key of keysBelow(folderOf(assetId))) await asked(store.deleteObject(key));
    },

    async *listAssetIds() {
      let last = '';
      // Keys come sorted, so all files of one asset stand together.
      for await (const key of keysBelow(prefix)) {
        const [assetId = '', variant = ''] = key.slice(prefix.length).split('/');
        if (assetId === last || !isStoredAssetId(assetId) || !isStoredVariant(variant)) continue;
        last = assetId;
        yield assetId;
      }
    },

    sweepTemporary: async () => 0,
  };
}
