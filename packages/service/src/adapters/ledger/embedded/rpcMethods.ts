/** What the embedded ledger answers: the methods of Solana's JSON-RPC that a client of memos needs, in their shapes. @module */
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { z } from 'zod';
import { readTransaction } from '../memoTransaction.ts';
import { BLOCKHASH_WINDOW, type Chain, ChainRefusal, FEE_LAMPORTS } from './chain.ts';

/** Codes of https://solana.com/docs/rpc/json-structures and of Solana's `rpc-custom-error.rs`. */
export const RPC_CODES = { badRequest: -32600, noMethod: -32601, badParams: -32602, ours: -32603, preflight: -32002 };

/** An answer that is an error of the protocol. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface RpcContext {
  readonly chain: Chain;
  readonly faucet: KeyPairSigner;
}

/** As on the public chain. */
const SIGNATURES_MAX = 1000;

type Method = (context: RpcContext, params: readonly unknown[]) => unknown;

const text = (params: readonly unknown[], index = 0): string => {
  const read = z.string().max(4096).safeParse(params[index]);
  if (!read.success) throw new RpcFailure(RPC_CODES.badParams, `Invalid params: a text is needed at ${index}`);
  return read.data;
};
const whole = (params: readonly unknown[], index = 0): number => {
  const read = z.int().min(0).safeParse(params[index]);
  if (!read.success) throw new RpcFailure(RPC_CODES.badParams, `Invalid params: a number is needed at ${index}`);
  return read.data;
};
const fromBase64 = (base64: string): Uint8Array => new Uint8Array(getBase64Encoder().encode(base64));
const withContext = ({ chain }: RpcContext, value: unknown) => ({ context: { slot: chain.head().height }, value });

export const METHODS: Readonly<Record<string, Method>> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': 'assay-embedded', 'feature-set': 0 }),
  getGenesisHash: ({ chain }) => chain.genesisHash,
  getSlot: ({ chain }) => chain.head().height,
  getBlockHeight: ({ chain }) => chain.head().height,
  getFirstAvailableBlock: () => 0,
  getEpochInfo({ chain }) {
    const { height } = chain.head();
    return { absoluteSlot: height, blockHeight: height, epoch: 0, slotIndex: height, slotsInEpoch: 432_000 };
  },
  getLatestBlockhash(context) {
    const { blockhash, height } = context.chain.head();
    return withContext(context, { blockhash, lastValidBlockHeight: height + BLOCKHASH_WINDOW });
  },
  isBlockhashValid: (context, params) => withContext(context, context.chain.heightOf(text(params)) !== null),
  getBalance: (context, params) => withContext(context, context.chain.balance(address(text(params)))),
  getMinimumBalanceForRentExemption: ({ chain }, params) => chain.rentMinimum(whole(params)),
  getFeeForMessage(context, params) {
    const message = getCompiledTransactionMessageDecoder().decode(fromBase64(text(params)));
    const { numSignerAccounts } = message.header;
    return withContext(context, FEE_LAMPORTS * numSignerAccounts);
  },
  getSignatureStatuses(context, params) {
    const names = z.array(z.string()).max(256).safeParse(params[0]);
    if (!names.success) throw new RpcFailure(RPC_CODES.badParams, 'Invalid params: at most 256 signatures are needed');
    const status = (txHash: string) => {
      const slot = context.chain.heightOfTransaction(txHash);
      return slot === null
        ? null
        : { slot, confirmations: null, confirmationStatus: 'finalized', err: null, status: { Ok: null } };
    };
    return withContext(context, names.data.map(status));
  },
  async getTransaction({ chain }, params) {
    const found = await chain.find(text(params));
    if (!found) return null;
    return {
      slot: found.height,
      blockTime: Math.floor(found.time / 1000),
      transaction: [Buffer.from(found.bytes).toString('base64'), 'base64'],
      meta: { err: null, fee: FEE_LAMPORTS, status: { Ok: null } },
      version: 0,
    };
  },
  async getSignaturesForAddress({ chain }, params) {
    const account = text(params);
    const asked = z
      .object({ limit: z.int().min(1).max(SIGNATURES_MAX).default(SIGNATURES_MAX), before: z.string().optional() })
      .safeParse(params[1] ?? {});
    if (!asked.success) throw new RpcFailure(RPC_CODES.badParams, 'Invalid params: limit or before is wrong');
    const { limit, before } = asked.data;
    const found: { signature: string; memo: string | null; slot: number; err: null }[] = [];
    let isAfter = before !== undefined;
    for (const signature of chain.newestFirst()) {
      if (found.length >= limit) break;
      if (isAfter) isAfter = signature !== before;
      else {
        const landed = await chain.find(signature);
        const read = landed && readTransaction(landed.bytes);
        if (landed && read?.payer === account)
          found.push({
            signature,
            memo: read.memo && `[${Buffer.byteLength(read.memo)}] ${read.memo}`,
            slot: landed.height,
            err: null,
          });
      }
    }
    return found;
  },
  getBlock: ({ chain }, params) => (whole(params) <= chain.head().height ? { blockHeight: whole(params) } : null),
  async sendTransaction({ chain }, params) {
    try {
      return await chain.submit(fromBase64(text(params)));
    } catch (cause) {
      if (!(cause instanceof ChainRefusal)) throw cause;
      throw new RpcFailure(RPC_CODES.preflight, `Transaction simulation failed: ${cause.message}`, {
        accounts: null,
        err: cause.message,
        logs: [],
        unitsConsumed: 0,
      });
    }
  },
  requestAirdrop: ({ chain, faucet }, params) => pay(chain, faucet, text(params), whole(params, 1)),
};

/** A transfer like any other, signed by the faucet. */
async function pay(chain: Chain, faucet: KeyPairSigner, account: string, amount: number): Promise<string> {
  const { blockhash, height } = chain.head();
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: BigInt(height + BLOCKHASH_WINDOW) };
  const transfer = getTransferSolInstruction({ source: faucet, destination: address(account), amount });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayerSigner(faucet, made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(lifetime, made),
    (made) => appendTransactionMessageInstruction(transfer, made),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return chain.submit(new Uint8Array(getTransactionEncoder().encode(signed)));
}
