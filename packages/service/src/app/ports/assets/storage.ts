/** Where the bytes of assets live. @module */
import type { FileVariant } from '../runtime/runtime.ts';

/** A recipient copy of an asset, by the id of the copy. */
export type CopyVariant = `copy-${string}`;

/** What the processing of an asset writes. */
export type ProcessedVariant = Exclude<FileVariant, 'original'>;

/** The same as a later holder of the asset's lease wrote it. */
export type LaterVariant = `${ProcessedVariant}-${number}`;

/** Everything that is stored of an asset; links and downloads know `FileVariant` alone. */
export type StoredVariant = FileVariant | CopyVariant | LaterVariant;

const VARIANTS: ReadonlySet<string> = new Set<FileVariant>(['original', 'watermarked', 'preview']);
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ASSET_ID = new RegExp(`^${UUID}$`);
const COPY = new RegExp(`^copy-${UUID}$`);
const LATER = /^(watermarked|preview)-[1-9]\d{0,9}$/;

export const isStoredVariant = (name: string): name is StoredVariant =>
  VARIANTS.has(name) || COPY.test(name) || LATER.test(name);

export const isProcessedVariant = (name: StoredVariant): name is ProcessedVariant =>
  name === 'watermarked' || name === 'preview';

/**
 * What a process writes under its lease, by a name of its own: a former holder that comes back writes beside the file that
 * the row names, never into it. The first holder, and so nearly every asset, has the plain name.
 * @param number of the lease
 */
export const fencedVariant = (variant: ProcessedVariant, number: number): ProcessedVariant | LaterVariant =>
  number === 1 ? variant : `${variant}-${number}`;

/** Whose the file is, whoever wrote it: `watermarked-2` is a `watermarked`. */
export const plainVariant = (variant: StoredVariant): Exclude<StoredVariant, LaterVariant> =>
  (LATER.exec(variant)?.[1] ?? variant) as Exclude<StoredVariant, LaterVariant>;
export const isStoredAssetId = (name: string): boolean => ASSET_ID.test(name);

/**
 * Ids and variants come from our own database, so another name is a bug of ours; it must never become a path.
 * @throws {RangeError} for an id that is not a lower-case UUID or an unknown variant
 */
export function assertStoredName(assetId: string, variant?: string): void {
  if (!isStoredAssetId(assetId)) throw new RangeError(`asset files: "${assetId}" is not an asset id`);
  if (variant !== undefined && !isStoredVariant(variant))
    throw new RangeError(`asset files: unknown variant "${variant}"`);
}

export const copyVariant = (copyId: string): CopyVariant => `copy-${copyId}`;

export interface StoredFile {
  readonly sizeBytes: number;
  /** The bytes from `start` (default 0) to `end` inclusive (default the last), as a stream. */
  stream(range?: { readonly start: number; readonly end: number }): NodeJS.ReadableStream;
  /** An address at the store that gives these very bytes without a credential, for so long. Absent where only we can give them. */
  readonly link?: (answer: {
    readonly mimeType: string;
    readonly disposition: string;
    readonly seconds: number;
  }) => Promise<string>;
}

/** A stored file that cannot be what was stored: changed, cut off, moved, or under another key. Nothing of it is given away. */
export class DamagedFileError extends Error {
  /** @param reason completes "A stored file is damaged: ..." */
  constructor(reason: string) {
    super(`A stored file is damaged: ${reason}.`);
    this.name = 'DamagedFileError';
  }
}

/**
 * One file for each (asset, variant). Keyed by asset and not by content, so that deleting one asset can never take the
 * bytes of another with it. `put` returns only after the bytes would survive SIGKILL and, on a file system that honours
 * fsync, power loss: temporary name, write, flush, rename, flush of the folder. A store on a network answers what it
 * cannot do with AppError SERVICE_UNAVAILABLE.
 */
export interface AssetFiles {
  put(assetId: string, variant: StoredVariant, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  read(assetId: string, variant: StoredVariant): Promise<Uint8Array | null>;
  open(assetId: string, variant: StoredVariant): Promise<StoredFile | null>;
  /** Removes one file; no error if there is none. */
  remove(assetId: string, variant: StoredVariant): Promise<void>;
  /** Removes every file of the asset; no error if there is none. */
  removeAll(assetId: string): Promise<void>;
  /** Ids of all assets that have at least one file, ascending, from the first one after `after` on: for the sweep after a crash. */
  listAssetIds(after?: string): AsyncIterable<string>;
  /**
   * Removes what a crash left of files that were being written: those that nobody went on with for a day, and at a start those of
   * the process before in the same data folder, however old.
   * @returns how many
   */
  sweepTemporary(isStart: boolean): Promise<number>;
}
