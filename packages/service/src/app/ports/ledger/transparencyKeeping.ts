/** What keeping the transparency log needs; reading it is `transparencyLog.ts`. @module */
import type { TreeHead } from '@assay/core/transparency/checkProof';
import type { Anchor, SignedCheckpoint, Timestamp } from './transparencyLog.ts';
import type { Network, SignedTransaction } from './ledger.ts';

export interface LogTree {
  /**
   * Gives waiting leaves their places, in one transaction that no other runs beside.
   * @returns how many got one, at most `limit`
   */
  sequence(limit: number): Promise<number>;
  /** The tree as it is stored, signed or not. */
  head(): Promise<TreeHead>;
  /** Root of its first `size` entries, from its tiles. @throws {RangeError} if it has fewer */
  rootAt(size: number): Promise<Uint8Array>;
}

export interface LogCheckpoints {
  /** Null before the first. */
  latestSigned(): Promise<SignedCheckpoint | null>;
  /** Nothing happens if one of this size is there. */
  keep(checkpoint: SignedCheckpoint): Promise<void>;
}

export interface LogSigner {
  /** @returns the signed note */
  sign(head: TreeHead): Promise<string>;
}

/**
 * The last checkpoint that this process signed, kept outside the database: a database that was set back to an older
 * state would not know what it has told the world.
 */
export interface LastSigned {
  /** Null if this log never signed here. @throws {Error} if what is kept cannot be read or was not signed by the log */
  read(): Promise<TreeHead | null>;
  /** Has reached the disk when it resolves. */
  write(note: string): Promise<void>;
}

export interface OpenAnchor extends Anchor {
  readonly txBytes: Uint8Array;
  readonly lastValidBlockHeight: number;
  readonly signedSlot: number;
}

export interface NewAnchor {
  readonly size: number;
  readonly ledgerId: string;
  readonly network: Network;
  readonly isEmbedded: boolean;
  readonly signed: SignedTransaction;
  readonly createdAt: Date;
}

export interface LogAnchors {
  /** The newest on this ledger. */
  newest(ledgerId: string): Promise<{ readonly size: number; readonly createdAt: Date } | null>;
  /** Those on this ledger that are not finalized, the oldest first. */
  open(ledgerId: string): Promise<readonly OpenAnchor[]>;
  /** Stores the signed bytes before they are sent. False if another process was faster: then these must not be sent. */
  add(anchor: NewAnchor): Promise<boolean>;
  /** The same for a transaction in place of one that can no longer appear. @param instead its `txHash` */
  replace(ledgerId: string, size: number, signed: SignedTransaction, instead: string): Promise<boolean>;
  /** Statuses only go forward. */
  advance(ledgerId: string, size: number, found: Pick<Anchor, 'status' | 'blockHeight' | 'anchoredAt'>): Promise<void>;
  fail(ledgerId: string, size: number, error: string): Promise<void>;
}

export interface LogTimestamps {
  newest(): Promise<{ readonly size: number; readonly createdAt: Date } | null>;
  add(timestamp: Timestamp, createdAt: Date): Promise<void>;
}

/** An authority that says when it saw something (RFC 3161). */
export interface TimestampAuthority {
  readonly address: string;
  /** @throws {Error} if it cannot be reached, refuses, or answers for something else */
  stamp(message: Uint8Array): Promise<Pick<Timestamp, 'response' | 'stampedAt'>>;
}
