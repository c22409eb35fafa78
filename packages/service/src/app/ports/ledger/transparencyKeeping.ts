/** What keeping the transparency log needs; reading it is `transparencyLog.ts`. @module */
import type { TreeHead } from '@assay/core/transparency/checkProof';
import type { Anchor, LogIdentity, NewLeaf, SignedCheckpoint, Timestamp } from './transparencyLog.ts';
import type { Network, SignedTransaction } from './ledger.ts';

export interface LogTree {
  /**
   * Gives waiting leaves their places, in one transaction that no other runs beside.
   * @returns how many got one, at most `limit`
   */
  sequence(limit: number): Promise<number>;
  /** Is there any entry, with a place or without? */
  isUsed(): Promise<boolean>;
  /** The tree as it is stored, signed or not. */
  head(): Promise<TreeHead>;
  /** Entries with a place, from place `start` on; fewer than `count` at the end, or where some are missing. */
  leaves(start: number, count: number): Promise<readonly StoredLeaf[]>;
  /** As it is stored, signed or not. */
  tile(level: number, index: number): Promise<Uint8Array | null>;
  /** Root of its first `size` entries, from its tiles. @throws {RangeError} if it has fewer */
  rootAt(size: number): Promise<Uint8Array>;
}

export interface LogCheckpoints {
  /** Null before the first. */
  latestSigned(): Promise<SignedCheckpoint | null>;
  /** Nothing happens if one of this size is there. */
  keep(checkpoint: SignedCheckpoint & Pick<SignedHead, 'log'>): Promise<void>;
}

export interface SignedHead {
  /** Number of the log that signed: 1, and one more each time it had to be continued under another name. */
  readonly log: number;
  /** The signed note. */
  readonly note: string;
}

export interface LogSigner {
  sign(head: TreeHead): Promise<SignedHead>;
}

/** Under which name the log goes on. */
export interface LogFoundation {
  identity(): Promise<LogIdentity>;
  /**
   * A new name and key for all that is there, and the entry that says so, in one transaction.
   * @throws {AppError} VALIDATION_ERROR if a log of this service had that name before
   */
  continueAs(origin: string, leaf: NewLeaf): Promise<void>;
}

export interface StoredLeaf {
  readonly index: number;
  /** As in `NewLeaf`. */
  readonly id: string;
  readonly entry: Uint8Array;
}

/** What the log has signed, as it is known in one place. */
export interface ToldHead extends TreeHead {
  /** Names the place, for the operator. */
  readonly where: string;
  readonly note: string;
}

/**
 * The last checkpoint that was signed, kept outside the database: a database that was set back to an older state would not
 * know what it has told the world.
 */
export interface LastSigned {
  /**
   * Of every place where the log ever signed.
   * @throws {Error} if a place cannot be asked, or what is kept there was not signed by the log
   */
  read(): Promise<readonly ToldHead[]>;
  /** Has reached the disk when it resolves. */
  write(note: string): Promise<void>;
}

/** One such place. */
export interface SignedPlace {
  read(): Promise<ToldHead | null>;
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

/** Who hears that the log forked: organizations that have commitments in it, and those that have webhooks. */
export interface ForkNotices {
  /** Those of them that were not told after `since`. */
  untold(since: Date, limit: number): Promise<readonly string[]>;
}
