/** Commitments of assets and their way to the ledger. @module */
import type { FingerprintSummary, Page, PageRequest } from '../assets/assets.ts';
import type { OutboxEvent } from '../delivery/events.ts';
import type { Network, SignedTransaction } from './ledger.ts';
import type { NewTrace } from '../assets/provenance.ts';

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
  /** What was read back from the ledger, once it was final, was this hash and signature. */
  readonly verified: boolean;
  readonly verifiedAt: Date | null;
  /** Steps that failed since the last one that did not. */
  readonly attempts: number;
  /** For the operator and for `reason` of a check. */
  readonly lastError: string | null;
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
> & {
  /** Null: a later step signs. */
  readonly signed: SignedFor | null;
};

/** What a commitment covers beside the row of the asset. */
export interface CommittedFacts {
  /** The 16 bytes that the tracks carry; null if there is no mark. */
  readonly watermarkPayload: Uint8Array | null;
  readonly fingerprint: FingerprintSummary | null;
}

/** What one step found. */
export type Found = Pick<Commitment, 'status' | 'blockHeight' | 'confirmedAt' | 'verified' | 'verifiedAt'>;

export type SignedFor = SignedTransaction & { readonly ledgerId: string };

export interface Commitments {
  factsOf(assetId: string): Promise<CommittedFacts>;
  /**
   * Row, leaf of the transparency log, events and history in one transaction.
   * @param dueAt until then nobody takes a step for it but who adds it
   * @throws {AppError} ASSET_NOT_FOUND if the asset was deleted meanwhile
   */
  add(
    commitment: NewCommitment,
    dueAt: Date,
    events: readonly OutboxEvent[],
    traces: readonly NewTrace[],
  ): Promise<void>;
  /** The same unless the asset has a commitment already: then false, and nothing is written. */
  addFirst(...input: Parameters<Commitments['add']>): Promise<boolean>;
  /** Completed assets whose upload asked for a commitment and that have none. */
  forgotten(limit: number): Promise<readonly string[]>;
  find(id: string): Promise<Commitment | null>;
  findByTransaction(txHash: string): Promise<Commitment | null>;
  /** The latest first. @param assetId null: of every asset of the organization */
  list(organizationId: string, assetId: string | null, page: PageRequest): Promise<Page<Commitment>>;
  /** Of each asset the one that speaks for it: the latest finalized one, else the latest. */
  ofAssets(assetIds: readonly string[]): Promise<ReadonlyMap<string, Commitment>>;

  /** Is one not finalized whose time has come? */
  isAnyDue(now: Date): Promise<boolean>;
  /** Takes those that are not finalized, of this ledger or not yet of any, and leases them until `leaseUntil`. */
  takeDue(ledgerId: string, now: Date, leaseUntil: Date, limit: number): Promise<readonly Commitment[]>;
  /**
   * Stores the signed bytes before they are sent. False if another process was faster: then these must never be sent.
   * @param instead the transaction that can no longer appear, or null if there was none
   */
  keepSigned(id: string, signed: SignedFor, instead: string | null): Promise<boolean>;
  /**
   * Writes down what was found, and when to look again. Statuses only go forward.
   * @param eventsOf events of the way from there; written if this call moved it
   * @returns as it is now; null if it was deleted meanwhile
   */
  advance(
    id: string,
    found: Found,
    dueAt: Date,
    eventsOf: (from: ConfirmationStatus) => readonly OutboxEvent[],
  ): Promise<Commitment | null>;
  /** A step that failed: counted, and the next one comes at `dueAt`. */
  fail(id: string, dueAt: Date, error: string, events: readonly OutboxEvent[]): Promise<void>;
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
