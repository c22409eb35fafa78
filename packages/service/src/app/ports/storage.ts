/** Where the bytes of assets live. @module */
import type { FileVariant } from './runtime.ts';

export interface StoredFile {
  readonly sizeBytes: number;
  /** The bytes from `start` (default 0) to `end` inclusive (default the last), as a stream. */
  stream(range?: { readonly start: number; readonly end: number }): NodeJS.ReadableStream;
}

/**
 * One file for each (asset, variant). Keyed by asset and not by content, so that deleting one asset can never take the
 * bytes of another with it. `put` returns only after the bytes would survive SIGKILL and, on a file system that honours
 * fsync, power loss: temporary name, write, flush, rename, flush of the folder.
 */
export interface AssetFiles {
  put(assetId: string, variant: FileVariant, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  read(assetId: string, variant: FileVariant): Promise<Uint8Array | null>;
  open(assetId: string, variant: FileVariant): Promise<StoredFile | null>;
  /** Removes every file of the asset; no error if there is none. */
  removeAll(assetId: string): Promise<void>;
  /** Ids of all assets that have at least one file: for the sweep after a crash. */
  listAssetIds(): AsyncIterable<string>;
  /** Removes temporary files that a crash left. */
  sweepTemporary(): Promise<number>;
}
