/** Copies of public files on an IPFS node or a pinning service. @module */
import type { PublishedForm } from './content.ts';
import type { FileVariant } from '../runtime/runtime.ts';

export type PinStatus = 'queued' | 'pinning' | 'pinned' | 'failed';

export interface Pin {
  readonly id: string;
  readonly assetId: string;
  readonly variant: FileVariant;
  readonly form: PublishedForm;
  readonly cid: string;
  /** False: it is to be unpinned, then forgotten. */
  readonly wanted: boolean;
  readonly status: PinStatus;
  /** Of the pinning service. */
  readonly requestId: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

/** What a try changed. */
export interface PinStep {
  readonly status: PinStatus;
  readonly requestId: string | null;
  readonly lastError: string | null;
  readonly attempts: number;
  /** Null: nothing more is to be done. */
  readonly nextAttemptAt: Date | null;
  readonly at: Date;
}

export interface Pins {
  /** Whether an IPFS node or service is set; without one nothing is wanted. */
  readonly isOn: boolean;
  /** Wants this pin, in place of an older one of the same variant and form. */
  want(assetId: string, variant: FileVariant, form: PublishedForm, cid: string, at: Date): Promise<void>;
  /** Wants none of an asset any more. */
  unwant(assetId: string, at: Date): Promise<void>;
  list(assetId: string): Promise<readonly Pin[]>;
  /** Pins to be worked on; those of assets that are gone or withdrawn count as not wanted. */
  due(now: Date, limit: number): Promise<readonly Pin[]>;
  record(id: string, step: PinStep): Promise<void>;
  forget(id: string): Promise<void>;
  /** Whether another wanted pin holds the same content. */
  isShared(pin: Pin): Promise<boolean>;
}

/** A Kubo node, or a service that speaks the IPFS Pinning Service API. */
export interface PinService {
  /**
   * @param car the content, for a node that takes it directly; read at most once
   * @param requestId of an earlier try that is still under way there
   * @throws {Error} when it cannot be reached or refuses; trying again is right
   */
  pin(
    cid: string,
    name: string,
    car: () => AsyncIterable<Uint8Array>,
    requestId: string | null,
  ): Promise<{
    readonly status: Exclude<PinStatus, 'queued'>;
    readonly requestId: string | null;
    /** What the service says of a failure. */
    readonly reason: string | null;
  }>;
  /** No error if it is not pinned. @throws {Error} when it cannot be reached or refuses */
  unpin(cid: string, requestId: string | null): Promise<void>;
}
