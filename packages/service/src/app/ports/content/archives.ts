/** Long-term copies of assets in write-once storage (docs/spec/content-addressing.md). @module */
import type { StoredFile, StoredVariant } from '../assets/storage.ts';

/** What is said of an asset in its archive; nothing that changes later. */
export interface ArchivedFacts {
  readonly assetId: string;
  readonly organizationId: string;
  /** The asset's own identifier. */
  readonly cid: string;
  /** SHA-256 of the uploaded bytes, hex. */
  readonly contentHash: string;
  readonly mimeType: string;
  readonly originalFilename: string | null;
  readonly createdAt: Date;
  /** The files are ciphertext, which opens with the asset's key alone. */
  readonly isEncrypted: boolean;
}

export interface ArchivedFile {
  readonly variant: StoredVariant;
  /** As they lie in the store. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the plain file as recorded, hex; null for a preview. */
  readonly contentHash: string | null;
}

export interface ArchiveContents {
  readonly facts: ArchivedFacts;
  /** In the order of the variants' names. */
  readonly files: readonly ArchivedFile[];
}

export interface ArchiveFormat {
  /** The same contents give the same file, byte for byte. */
  pack(contents: ArchiveContents): Promise<{ readonly cid: string; readonly file: Uint8Array }>;
  /** @throws {DamagedFileError} unless it is exactly the file that the CID names, whole and well-formed in every part */
  unpack(cid: string, file: Uint8Array): Promise<ArchiveContents>;
  /** SHA-256 of a whole file in hex, without holding up others. */
  sha256(bytes: Uint8Array): Promise<string>;
}

/** Write-once: nothing that was put is ever replaced or removed by this service. */
export interface ArchiveStore {
  /** No error if the same file is there already. @throws {AppError} SERVICE_UNAVAILABLE; {Error} if another file has its name */
  put(cid: string, file: Uint8Array): Promise<void>;
  /** Null if there is none. @throws {AppError} SERVICE_UNAVAILABLE */
  read(cid: string): Promise<Uint8Array | null>;
  /** The same as a stream. */
  open(cid: string): Promise<StoredFile | null>;
}

export type ArchiveState = 'intact' | 'altered' | 'missing';

export interface ArchiveRecord {
  readonly id: string;
  readonly assetId: string;
  readonly archiveCid: string;
  readonly sizeBytes: number;
  readonly createdAt: Date;
  readonly checkedAt: Date | null;
  readonly checkState: ArchiveState | null;
}

export interface Archives {
  /** Also becomes the asset's `archive_cid`. The record that was there, if it was archived as this file before. */
  add(record: Omit<ArchiveRecord, 'checkedAt' | 'checkState'>): Promise<ArchiveRecord>;
  latest(assetId: string): Promise<ArchiveRecord | null>;
  /** Not checked since then, the longest waiting first. */
  due(checkedBefore: Date, limit: number): Promise<readonly ArchiveRecord[]>;
  recordCheck(id: string, state: ArchiveState, at: Date): Promise<void>;
}

/** Opens stored bytes that lie elsewhere than in the store. */
export interface StoredBytes {
  /**
   * The plain bytes of a stored file of this asset; the same bytes if it is not encrypted.
   * @throws {AppError} ASSET_NOT_FOUND if the asset and with it its key is gone; {DamagedFileError}
   */
  open(assetId: string, variant: StoredVariant, stored: Uint8Array): Promise<Uint8Array>;
}
