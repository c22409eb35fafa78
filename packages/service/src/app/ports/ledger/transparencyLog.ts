/**
 * The transparency log: an append-only list of entries under a Merkle tree, whose heads are signed (docs/spec/transparency-log.md).
 * An entry goes in by the transaction of what it is about: repositories call `appendLeaf` of
 * `adapters/db/transparency/transparencyLeaves.ts`. From then on it cannot be lost; its place in the tree comes within seconds.
 * @module
 */

import type { Network } from './ledger.ts';

export interface NewLeaf {
  /** Of what it is about: the id of the commitment. The same id again is the same leaf and adds nothing. */
  readonly id: string;
  /** Public for ever; see `@assay/core/transparency/logEntry`. */
  readonly entry: Uint8Array;
  readonly createdAt: Date;
}

export interface LogIdentity {
  /** First line of every checkpoint and name of the key; never changes. */
  readonly origin: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 8 lower-case hex characters. */
  readonly keyId: string;
  /** `origin+keyId+base64(0x01 || publicKey)`: all that a stranger has to know. */
  readonly verifierKey: string;
}

export interface SignedCheckpoint {
  /** Entries that it covers. */
  readonly size: number;
  /** 32 bytes. */
  readonly rootHash: Uint8Array;
  /** The signed note, letter for letter. */
  readonly note: string;
  readonly signedAt: Date;
}

export interface InclusionProof {
  /** Place of the leaf, from 0. */
  readonly index: number;
  /** From the sibling of the leaf up, 32 bytes each. */
  readonly hashes: readonly Uint8Array[];
  /** With the lines of witnesses. */
  readonly checkpoint: SignedCheckpoint;
  /** All of it as C2SP tlog-proof, for a file of its own. */
  readonly text: string;
}

/** A checkpoint that was written on the ledger. */
export interface Anchor {
  readonly size: number;
  readonly txHash: string;
  readonly network: Network;
  readonly isEmbedded: boolean;
  readonly status: 'pending' | 'confirmed' | 'finalized';
  readonly blockHeight: number | null;
  readonly anchoredAt: Date | null;
}

/** What an authority that is not ours says of a checkpoint. */
export interface Timestamp {
  readonly size: number;
  readonly authority: string;
  /** TimeStampResp of RFC 3161, DER. */
  readonly response: Uint8Array;
  readonly stampedAt: Date;
}

/** What anyone may read. */
export interface TransparencyLog {
  identity(): Promise<LogIdentity>;
  /** The newest. Null only before the first run of a new log, which signs one for no entries. */
  latest(): Promise<SignedCheckpoint | null>;
  /** The same; its note has the lines of witnesses as well. */
  latestCosigned(): Promise<SignedCheckpoint | null>;
  /** Null: no checkpoint of exactly this size was signed. */
  checkpointOf(size: number): Promise<SignedCheckpoint | null>;
  /** Against the newest checkpoint. Null: no such leaf, or no checkpoint covers it yet. @param leafId as in `NewLeaf` */
  inclusionProof(leafId: string): Promise<InclusionProof | null>;
  /** Null: no checkpoint covers it. */
  inclusionProofAt(index: number): Promise<InclusionProof | null>;
  /** Hashes as in RFC 6962, 2.1.2. Null: the newest checkpoint is smaller. */
  consistencyProof(oldSize: number, newSize: number): Promise<readonly Uint8Array[] | null>;
  /** The first `width` hashes of a tile; null: the newest checkpoint does not cover them. */
  tile(level: number, index: number, width: number): Promise<Uint8Array | null>;
  /** The same for entries, as a bundle. */
  entries(index: number, width: number): Promise<Uint8Array | null>;
  /** The oldest anchored checkpoint that covers the entry; null: none yet. */
  anchorOf(index: number): Promise<Anchor | null>;
  latestAnchor(): Promise<Anchor | null>;
  /** Of the checkpoint of exactly this size; null: none was taken. */
  timestampOf(size: number): Promise<Timestamp | null>;
  latestTimestamp(): Promise<Timestamp | null>;
}
