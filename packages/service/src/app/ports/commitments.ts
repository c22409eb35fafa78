/** Commitments of assets and their way to the ledger. @module */
import type { Page, PageRequest } from './assets.ts';
import type { OutboxEvent } from './events.ts';
import type { Network, SignedTransaction } from './ledger.ts';
import type { NewTrace } from './provenance.ts';

export const CONFIRMATION_STATUSES = ['pending', 'confirmed', 'finalized'] as const;
export type ConfirmationStatus = (typeof CONFIRMATION_STATUSES)[number];

export interface Commitment {
  readonly id: string;
  readonly assetId: string;
  readonly organizationId: string;
  /** 64 lower-case hex characters. */
  readonly hash: string;
  /** JCS bytes, see `@assay/core/commitment/payload`. */
  readonly payload: Uint8Array;
  /** Ed25519 over the payload, 64 bytes. */
  readonly signature: Uint8Array;
  /** Version of the organization's key that signed. */
  readonly keyVersion: number;
  /** What the caller handed in; the payload holds its hash. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly network: Network;
  readonly isEmbedded: boolean;
  /** Genesis hash of the ledger; null until a transaction is signed. */
  readonly ledgerId: string | null;
  /** All null until a transaction is signed. */
  readonly txHash: string | null;
  readonly txBytes: Uint8Array | null;
  readonly lastValidBlockHeight: number | null;
  readonly signedSlot: number | null;
  readonly status: ConfirmationStatus;
  readonly blockHeight: number | null;
  readonly confirmedAt: Date | null;
  /** What was read back from the ledger, once it was final, was this hash and signature (G53). */
  readonly verified: boolean;
  readonly verifiedAt: Date | null;
  /** Steps that failed since the last one that did not. */
  readonly attempts: number;
  /** For the operator and for `reason` of a check. */
  readonly lastError: string | null;
  /** Position in the transparency log; null until it is there. */
  readonly logIndex: number | null;
  readonly createdAt: Date;
}

export type NewCommitment = Pick<
  Commitment,
  | 'id'
  | 'assetId'
  | 'organizationId'
  | 'hash'
  | 'payload'
  | 'signature'
  | 'keyVersion'
  | 'metadata'
  | 'network'
  | 'isEmbedded'
  | 'createdAt'
> & { readonly signed: (SignedTransaction & { readonly ledgerId: string }) | null };

/** What one step found. */
export interface Advance {
  readonly status: ConfirmationStatus;
  readonly blockHeight: number | null;
  readonly confirmedAt: Date | null;
  readonly verified: boolean;
  readonly verifiedAt: Date | null;
}

export interface Commitments {
  /**
   * Row, events, history in one transaction.
   * @param leaseUntil until then nobody else takes a step for it
   * @throws {AppError} ASSET_NOT_FOUND if the asset was deleted meanwhile
   */
  add(
    commitment: NewCommitment,
    leaseUntil: Date,
    events: readonly OutboxEvent[],
    traces: readonly NewTrace[],
  ): Promise<void>;
  find(id: string): Promise<Commitment | null>;
  findByTransaction(txHash: string): Promise<Commitment | null>;
  /** The latest first. @param assetId null: of every asset of the organization */
  list(organizationId: string, assetId: string | null, page: PageRequest): Promise<Page<Commitment>>;
  /** Of each asset the one that speaks for it: the latest finalized one, else the latest. */
  ofAssets(assetIds: readonly string[]): Promise<ReadonlyMap<string, Commitment>>;

  /**
   * Takes a lease on commitments that are not done: not finalized, or not yet in the log.
   * @param ledgerId only of this ledger, or not yet of any
   */
  takeDue(ledgerId: string, now: Date, leaseUntil: Date, limit: number): Promise<readonly Commitment[]>;
  /**
   * Stores the signed bytes before they are sent. False if another process was faster: then these must never be sent.
   * @param instead the transaction that can no longer appear, or null if there was none
   */
  keepSigned(
    id: string,
    signed: SignedTransaction & { readonly ledgerId: string },
    instead: string | null,
  ): Promise<boolean>;
  /** Writes down what was found. Statuses only go forward; events are written if this call moved it there. */
  advance(
    id: string,
    found: Advance,
    eventsOf: (from: ConfirmationStatus) => readonly OutboxEvent[],
  ): Promise<Commitment | null>;
  setLogIndex(id: string, index: number): Promise<void>;
  /** A step that failed, or (without error) one that has to wait: the next one comes at `nextAt`. */
  postpone(
    id: string,
    nextAt: Date,
    failure: { readonly error: string; readonly events: readonly OutboxEvent[] } | null,
  ): Promise<void>;
}

/** Signs by the keys of organizations. */
export interface OrganizationSigner {
  /** By the present key, which is made if the organization has none yet. @throws {AppError} ORGANIZATION_NOT_FOUND */
  sign(organizationId: string, message: Uint8Array): Promise<OrganizationSignature>;
  /** False if there is no such key. */
  verify(organizationId: string, keyVersion: number, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  /** 32 bytes; null if there is no such key. */
  publicKey(organizationId: string, keyVersion: number): Promise<Uint8Array | null>;
}

export interface OrganizationSignature {
  /** 64 bytes, RFC 8032. */
  readonly signature: Uint8Array;
  readonly keyVersion: number;
}
