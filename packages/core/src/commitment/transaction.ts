/**
 * A signed Solana transaction as it travels, read as far as a verifier needs it:
 *
 *     transaction = shortvec(signatures, 64 bytes each) || message
 *     message     = [0x80 | version] || header (3) || shortvec(keys, 32 bytes each) || blockhash (32) ||
 *                   shortvec(instructions: program (1), shortvec(accounts), shortvec(data)) || ...
 *
 * The first signature is the transaction's name, the first key the payer that gave it, over the whole message. What comes
 * in is a stranger's: whatever does not fit is null.
 * Source: Solana, "Transactions and Instructions" and "Versioned Transactions"; SPL Memo, program version 2.
 * @module
 */
import { base58 } from '@scure/base';

/** Where memos go, base58; see docs/spec/commitment.md. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Counts of signatures to come, and of accounts that are only read. */
const HEADER_BYTES = 3;
/** Set in the first byte of a message that has a version; older ones begin with the header. */
const VERSIONED = 0x80;
/** What one packet of the network holds. */
const TRANSACTION_BYTES_MAX = 1232;

export interface MemoTransaction {
  /** The first signature in base58. */
  readonly txHash: string;
  /** 64 bytes. */
  readonly signature: Uint8Array;
  /** The key that must have given it, 32 bytes. */
  readonly payer: Uint8Array;
  /** What is signed. */
  readonly message: Uint8Array;
  /** As it stands there; null if there is none, or more than one. */
  readonly memo: Uint8Array | null;
}

/** Null for what is no transaction; whether its signature holds is the caller's to check. */
export function readMemoTransaction(bytes: Uint8Array): MemoTransaction | null {
  if (bytes.length > TRANSACTION_BYTES_MAX) return null;
  try {
    return read(new Reader(bytes));
  } catch (cause) {
    if (cause instanceof CutOff) return null;
    throw cause;
  }
}

function read(wire: Reader): MemoTransaction | null {
  const signatures = wire.list(() => wire.take(SIGNATURE_BYTES));
  const message = wire.rest();
  const reader = new Reader(message);
  if (((message[0] ?? 0) & VERSIONED) !== 0) reader.take(1);
  reader.take(HEADER_BYTES);
  const keys = reader.list(() => reader.take(KEY_BYTES));
  reader.take(KEY_BYTES);
  const instructions = reader.list(() => {
    const [program = 0] = reader.take(1);
    reader.list(() => reader.take(1));
    return { program, data: reader.bytes() };
  });
  const [signature] = signatures;
  const [payer] = keys;
  if (!signature || !payer) return null;
  const memos = instructions.filter(({ program }) => {
    const key = keys[program];
    return key !== undefined && base58.encode(key) === MEMO_PROGRAM;
  });
  const memo = memos.length === 1 ? (memos[0]?.data ?? null) : null;
  return { txHash: base58.encode(signature), signature, payer, message, memo };
}

/** The bytes end before what they announce. */
class CutOff extends Error {}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new CutOff();
    const taken = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return taken;
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
  }

  /** shortvec: a count in at most three groups of seven bits, the lowest first, then the elements. */
  list<T>(element: () => T): T[] {
    return Array.from({ length: this.#count() }, element);
  }

  bytes(): Uint8Array {
    return this.take(this.#count());
  }

  #count(): number {
    let count = 0;
    for (let group = 0; group < 3; group++) {
      const [byte = 0] = this.take(1);
      count |= (byte & 0x7f) << (7 * group);
      if ((byte & 0x80) === 0) return this.#within(count);
    }
    throw new CutOff();
  }

  /** Every element has a byte at least, so that no announced count makes us allocate. */
  #within(count: number): number {
    if (count > this.#bytes.length - this.#at) throw new CutOff();
    return count;
  }
}
