/** Delivered files that take the place of others: docs/spec/assets.md#marking-anew. @module */
import type { OutboxEvent } from '../delivery/events.ts';
import type { Asset, AssetLease, Completion, HeldAsset } from './assets.ts';
import type { LeaseRequest } from '../runtime/leases.ts';
import type { NewTrace } from './provenance.ts';

/** What an asset keeps of its delivered file; the fingerprint is of the original, which stays. */
export type Delivery = Omit<Completion, 'fingerprint'>;

/** An asset of which the store keeps files that its row names no more: those of every number below this one. */
export interface FormerFiles {
  readonly assetId: string;
  /** Of the files that the row names. */
  readonly filesNumber: number;
}

export interface DeliveredFiles {
  /**
   * A lease on a completed asset, which stays what it is; counts as an upload. Null if there is none.
   * @throws {AppError} CONFLICT unless it is `completed`, or while somebody marks it anew; QUOTA_EXCEEDED before any work
   */
  hold(organizationId: string, id: string, lease: LeaseRequest, at: Date): Promise<HeldAsset | null>;
  /** Nothing comes of it, and it counts no more. False if the lease is lost, or was used up: nothing happens. */
  letGo(lease: AssetLease, at: Date): Promise<boolean>;
  /**
   * The new file and its watermark record in place of the old ones, whose hash and readings stay with the asset. Their
   * bytes stay in the store until `former` gives them to somebody who removes them.
   * @throws {AppError} ASSET_NOT_FOUND if it was deleted meanwhile, CONFLICT if the lease is lost, QUOTA_EXCEEDED
   */
  replace(
    lease: AssetLease,
    delivery: Delivery,
    events: readonly OutboxEvent[],
    traces: readonly NewTrace[],
  ): Promise<Asset>;
  /** A preview that was made again has another size than the one before. Nothing happens if the row names other files by now. */
  notePreview(asset: Pick<Asset, 'id' | 'filesNumber'>, sizeBytes: number, at: Date): Promise<void>;
  /** Those whose files were replaced by then at the latest, the oldest first. */
  former(before: Date, limit: number): Promise<readonly FormerFiles[]>;
  /** They are removed. Nothing happens if they were replaced again meanwhile. */
  forgetFormer(former: FormerFiles): Promise<void>;
}
