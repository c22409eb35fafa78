/**
 * One memo as one transaction of version 0: made and signed, or read back. The first signature is its name on the chain,
 * and signs the whole message, so that bytes with a valid first signature are the transaction of that name and no other.
 * Source: Solana, "Transactions and Instructions"; SPL Memo, program version 2.
 * @module
 */
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  type CompiledTransactionMessage,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { verifyEd25519 } from '../crypto/ed25519.ts';

/** https://spl.solana.com/memo; its own address constant moved between packages, so it is written out. */
export const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const COMPUTE_BUDGET_PROGRAM = address('ComputeBudget111111111111111111111111111111');

/**
 * Our memo of 160 bytes took 660 units with these instructions in the program that litesvm 1.4.1 holds. Older builds of it
 * took up to 200,000 for the longest memo of 566 bytes, so 57,000 for ours; with room.
 */
const COMPUTE_UNITS_MAX = 100_000;

export interface Lifetime {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
}

export interface SignedMemo {
  /** First signature, base58. */
  readonly txHash: string;
  readonly bytes: Uint8Array;
  /** What is signed; a node tells the fee by it. */
  readonly message: Uint8Array;
}

/** @param priorityFee millionths of a lamport for each compute unit; 0 = none */
export async function signMemo(
  payer: KeyPairSigner,
  memo: string,
  lifetime: Lifetime,
  priorityFee: number,
): Promise<SignedMemo> {
  const text: Instruction = { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(memo) };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayerSigner(payer, made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(lifetime, made),
    (made) => appendTransactionMessageInstructions([...budget(priorityFee), text], made),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return {
    txHash: getSignatureFromTransaction(signed),
    bytes: new Uint8Array(getTransactionEncoder().encode(signed)),
    message: new Uint8Array(signed.messageBytes),
  };
}

/** SetComputeUnitLimit (2, u32) and SetComputeUnitPrice (3, u64), little-endian. */
function budget(priorityFee: number): Instruction[] {
  if (priorityFee === 0) return [];
  const limit = Buffer.alloc(5, 2);
  limit.writeUInt32LE(COMPUTE_UNITS_MAX, 1);
  const price = Buffer.alloc(9, 3);
  price.writeBigUInt64LE(BigInt(priorityFee), 1);
  return [limit, price].map((data) => ({ programAddress: COMPUTE_BUDGET_PROGRAM, data: new Uint8Array(data) }));
}

export interface ReadTransaction {
  readonly txHash: string;
  /** The account that pays, base58. */
  readonly payer: string;
  /** Null if it holds no memo, or more than one. */
  readonly memo: string | null;
  /** Under which it can be in a block, base58. */
  readonly blockhash: string;
}

/** Null for bytes that are no transaction, or whose first signature does not hold. */
export function readTransaction(bytes: Uint8Array): ReadTransaction | null {
  let message: CompiledTransactionMessage;
  let signed: { messageBytes: Uint8Array; signature: Uint8Array };
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
    const first = Object.values(signatures)[0];
    if (!first) return null;
    signed = { messageBytes: new Uint8Array(messageBytes), signature: new Uint8Array(first) };
    message = getCompiledTransactionMessageDecoder().decode(messageBytes) as CompiledTransactionMessage;
  } catch {
    return null;
  }
  const payer = message.staticAccounts[0];
  if (payer === undefined) return null;
  const publicKey = new Uint8Array(getBase58Encoder().encode(payer));
  if (!verifyEd25519(publicKey, signed.messageBytes, signed.signature)) return null;
  return {
    txHash: getBase58Decoder().decode(signed.signature),
    payer,
    memo: memoOf(message),
    blockhash: 'lifetimeToken' in message ? String(message.lifetimeToken) : '',
  };
}

function memoOf(message: CompiledTransactionMessage): string | null {
  if (!('instructions' in message)) return null;
  const memos = message.instructions.filter(
    ({ programAddressIndex }) => message.staticAccounts[programAddressIndex] === MEMO_PROGRAM,
  );
  return memos.length === 1 ? new TextDecoder().decode(new Uint8Array(memos[0]?.data ?? [])) : null;
}
