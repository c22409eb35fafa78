/**
 * The chain on which commitments are written: Solana, or the embedded ledger behind the same interface. A memo is
 * recorded in two steps, so that its signed bytes lie in the database before anyone sees them: the same bytes sent again
 * are the same transaction, however often that happens.
 * @module
 */

export const NETWORKS = ['mainnet', 'devnet', 'testnet'] as const;
export type Network = (typeof NETWORKS)[number];

export interface SignedTransaction {
  /** First signature, base58. */
  readonly txHash: string;
  /** As it travels. */
  readonly bytes: Uint8Array;
  /** After this height no block can hold it any more. */
  readonly lastValidBlockHeight: number;
  /** No earlier slot can hold it. */
  readonly signedSlot: number;
}

/** How sure the ledger is of a transaction. `failed`: it is in a block, but what it asked for was refused there. */
export interface TransactionState {
  readonly level: 'processed' | 'confirmed' | 'finalized';
  readonly failed: string | null;
}

/** A transaction as the ledger gives it back; its signature was checked, so that it is nobody else's. */
export interface RecordedTransaction {
  readonly bytes: Uint8Array;
  readonly memo: string | null;
  readonly slot: number;
  /** Null if the node did not tell. */
  readonly blockHeight: number | null;
  readonly blockTime: Date | null;
  readonly failed: string | null;
}

/**
 * Every method is one or a few requests with a time-out.
 * @throws {AppError} BLOCKCHAIN_ERROR: it cannot be reached, or answered what cannot be used
 */
export interface Ledger {
  readonly network: Network;
  readonly isEmbedded: boolean;
  /** Which ledger this is: its genesis hash. Transactions of another one are not looked for here. */
  identity(): Promise<string>;
  /**
   * Signs a memo by the account of the service, without sending it.
   * @param memo UTF-8, at most 566 bytes (what fits into one transaction)
   * @throws {AppError} BLOCKCHAIN_ERROR also if the account cannot pay for it
   */
  sign(memo: string): Promise<SignedTransaction>;
  /**
   * Sends signed bytes. Resolves if the ledger took them, now or before.
   * @throws {LedgerRefusal} the ledger looked at them and will not have them
   */
  send(bytes: Uint8Array): Promise<void>;
  /** Null: unknown to it. Looks through all of its history. */
  state(txHash: string): Promise<TransactionState | null>;
  /**
   * Of a transaction that the ledger does not know: may it still appear? `unknowable`: its time is over, but the history
   * of this node begins later, so that it may lie in a block that the node has forgotten.
   */
  prospect(signed: Omit<SignedTransaction, 'bytes'>): Promise<Prospect>;
  /**
   * Null: unknown to it.
   * @param level at least so sure
   * @throws {LedgerContradiction} it gave back something else
   */
  find(txHash: string, level: 'confirmed' | 'finalized'): Promise<RecordedTransaction | null>;
  /**
   * The newest memo by the account of the service that is wanted; null if none of its last transactions has one.
   * @param isWanted decides by the whole text
   */
  newestMemo(isWanted: (memo: string) => boolean): Promise<string | null>;
  /** Null where there is no public explorer. */
  explorerUrl(txHash: string): string | null;
}

export type Prospect = 'open' | 'expired' | 'unknowable';

/** The ledger refused a transaction before it was in a block. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal';
}

/** What the ledger says cannot be true, whoever is at fault. */
export class LedgerContradiction extends Error {
  override readonly name = 'LedgerContradiction';
}
