/** Marked copies of an asset, one for each recipient. @module */
import type { TrackId } from '@assay/core/watermark/tracks';
import type { Page, PageRequest } from './assets.ts';
import type { DeliveredManifest } from '../credentials/credentials.ts';
import type { NewTrace } from './provenance.ts';

/** What a track read back from a file when it was made. */
export interface TrackReading {
  readonly track: TrackId;
  /** 0..1: how many of its coded bits agreed. */
  readonly confidence: number;
}

export interface RecipientCopy {
  /** The payload of its marks. */
  readonly id: string;
  readonly assetId: string;
  readonly recipient: string;
  readonly note: string | null;
  readonly createdBy: string | null;
  /** UnixFS CID of the file. */
  readonly cid: string;
  /** SHA-256 of the file, hex. */
  readonly contentHash: string;
  readonly sizeBytes: number;
  /** Those that can be read in the file. */
  readonly tracks: readonly TrackReading[];
  readonly createdAt: Date;
}

export interface RecipientCopies {
  /** Counts its bytes as storage. @throws {AppError} ASSET_NOT_FOUND if the asset is gone, QUOTA_EXCEEDED */
  add(copy: RecipientCopy, trace: NewTrace, manifest?: DeliveredManifest | null): Promise<void>;
  /** The newest first. */
  list(assetId: string, request: PageRequest): Promise<Page<RecipientCopy>>;
  /** Every one, the newest first: records alone, so that even thousands are small. */
  all(assetId: string): Promise<readonly RecipientCopy[]>;
  find(assetId: string, id: string): Promise<RecipientCopy | null>;
  /** Whatever the asset: for what a mark names. */
  findAny(id: string): Promise<RecipientCopy | null>;
  /** The copy of this asset with these bytes. */
  findByContent(assetId: string, sha256: string): Promise<RecipientCopy | null>;
  /** False if there was none. Gives its bytes back. */
  remove(assetId: string, id: string, trace: NewTrace): Promise<boolean>;
}
