/** What the thread of the index is asked, and what it answers. @module */
import type { ScanQuery } from '@assay/core/search/vectorScan';

export interface RecordToAdd {
  readonly assetId: string;
  readonly organizationId: string;
  readonly record: Uint8Array;
  readonly scan: Uint8Array;
  readonly model: string;
}

export interface StoredFeatures {
  readonly assetId: string;
  readonly features: Uint8Array;
}

export interface StoredRecord {
  readonly assetId: string;
  readonly record: Uint8Array;
}

export type IndexJob =
  | { readonly kind: 'add'; readonly records: readonly RecordToAdd[] }
  | { readonly kind: 'remove'; readonly assetIds: readonly string[] }
  | {
      readonly kind: 'vote';
      readonly upright: Uint8Array;
      readonly mirrored: Uint8Array;
      readonly organizationIds: readonly string[];
      readonly count: number;
    }
  | {
      readonly kind: 'nearest';
      readonly query: ScanQuery;
      readonly organizationIds: readonly string[];
      readonly count: number;
    }
  | {
      readonly kind: 'pick';
      readonly upright: Uint8Array;
      readonly mirrored: Uint8Array;
      readonly records: readonly StoredRecord[];
      readonly count: number;
    }
  | {
      readonly kind: 'keys';
      readonly upright: Uint8Array;
      readonly mirrored: Uint8Array;
    }
  | {
      readonly kind: 'agree';
      readonly upright: Uint8Array;
      readonly mirrored: Uint8Array;
      readonly stored: readonly StoredFeatures[];
    };

/** Every answer says which index gave it: a thread that was replaced begins with an empty one. */
export interface IndexAnswer<Result> {
  readonly indexId: string;
  readonly result: Result;
}

export interface Agreed {
  readonly assetId: string;
  readonly inliers: number;
}
