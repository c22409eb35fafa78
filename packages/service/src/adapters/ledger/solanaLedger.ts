/** The port `Ledger` over a Solana node. The embedded ledger speaks the same questions, so that this is its client too. @module */
import { AppError } from '@assay/core/errors';
import type { KeyPairSigner } from '@solana/kit';
import type { Ledger, Network, RecordedTransaction, SignedTransaction } from '../../app/ports/ledger/ledger.ts';
import { LedgerContradiction } from '../../app/ports/ledger/ledger.ts';
import { readTransaction, signMemo } from './memoTransaction.ts';
import { createPayerFunds } from './payerFunds.ts';
import { createRpc, MEMO_PAGE, type MemoLine, type SolanaRpc } from './solanaRpc.ts';

export interface SolanaLedgerOptions {
  readonly rpcUrl: string;
  readonly network: Network;
  readonly payer: KeyPairSigner;
  /** Millionths of a lamport for each compute unit; 0 = none. */
  readonly priorityFee: number;
  /** Present: the embedded ledger, whose faucet fills the account up. */
  readonly embedded: { readonly airdropLamports: number } | null;
  /** Milliseconds; default the clock of the process. */
  readonly now?: () => number;
  /** How long a node may take for one answer; default that of `createRpc`. */
  readonly questionMsMax?: number;
}

/** Genesis hashes; https://solana.com/docs/references/clusters, as `solana genesis-hash` prints them. */
const GENESIS: Readonly<Record<Network, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPkZBG',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
};

/** A ledger that belongs to this process. */
export interface OwnedLedger extends Ledger {
  /** Gives up every question, now and from now on: what has to go on does so at the next start. */
  abandon(): void;
  close(): Promise<void>;
}

export function createSolanaLedger(options: SolanaLedgerOptions): OwnedLedger {
  const { network, payer, priorityFee, embedded } = options;
  const rpc = createRpc(options.rpcUrl, options.questionMsMax);
  const funds = createPayerFunds(rpc, {
    account: payer.address,
    networkName: embedded ? 'the embedded ledger' : `Solana ${network}`,
    refill: embedded ? (account) => refill(rpc, account, embedded.airdropLamports) : null,
    now: options.now ?? Date.now,
  });
  let genesis: string | null = null;
  let lifetime: Promise<Awaited<ReturnType<SolanaRpc['latestBlockhash']>>> | null = null;

  const identity = async (): Promise<string> => {
    if (genesis !== null) return genesis;
    const told = await rpc.genesisHash();
    const other = Object.entries(GENESIS).find(([name, hash]) => hash === told && name !== network);
    if (other)
      throw new AppError('BLOCKCHAIN_ERROR', `The node of the ledger serves ${other[0]}, but ${network} is set.`);
    genesis = told;
    return told;
  };

  /** One question for all that ask at the same time. */
  const latestLifetime = (): ReturnType<SolanaRpc['latestBlockhash']> => {
    lifetime ??= rpc.latestBlockhash().finally(() => {
      lifetime = null;
    });
    return lifetime;
  };

  return {
    network,
    isEmbedded: embedded !== null,
    identity,

    async sign(memo): Promise<SignedTransaction> {
      await identity();
      const { blockhash, lastValidBlockHeight, slot } = await latestLifetime();
      const term = { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) };
      const { txHash, bytes, message } = await signMemo(payer, memo, term, priorityFee);
      await funds.reserve(message);
      return { txHash, bytes, lastValidBlockHeight, signedSlot: slot };
    },

    send: (bytes) => rpc.send(bytes),

    async state(txHash) {
      const { status } = await rpc.status(txHash);
      // A node leaves the level out for what it found in its long-term history, which is final.
      return status && { level: status.confirmationStatus ?? 'finalized', failed: status.err };
    },

    async prospect({ txHash, lastValidBlockHeight, signedSlot }) {
      const head = await rpc.finalHead();
      if (head.blockHeight <= lastValidBlockHeight) return 'open';
      if ((await rpc.firstAvailableSlot()) > signedSlot) return 'unknowable';
      // Asked last, and believed only from a node that has seen the slot at which time was up: behind one address there
      // may be several nodes, and one that lags knows nothing yet.
      const { asOfSlot, status } = await rpc.status(txHash);
      return status !== null || asOfSlot < head.absoluteSlot ? 'open' : 'expired';
    },

    find: (txHash, level) => find(rpc, txHash, level),
    newestMemo: (isWanted) => newestMemo(rpc, payer.address, isWanted),
    abandon: () => rpc.abandon(),
    async close() {},

    explorerUrl(txHash) {
      if (embedded) return null;
      return `https://explorer.solana.com/tx/${txHash}${network === 'mainnet' ? '' : `?cluster=${network}`}`;
    },
  };
}

async function find(
  rpc: SolanaRpc,
  txHash: string,
  level: 'confirmed' | 'finalized',
): Promise<RecordedTransaction | null> {
  const found = await rpc.transaction(txHash, level);
  if (!found) return null;
  const bytes = new Uint8Array(Buffer.from(found.transaction[0], 'base64'));
  const read = readTransaction(bytes);
  if (read?.txHash !== txHash)
    throw new LedgerContradiction('The node of the ledger gave back another transaction than the one asked for.');
  return {
    bytes,
    memo: read.memo,
    slot: found.slot,
    // Nice to have; that a node has no blocks to show is no reason to distrust the transaction.
    blockHeight: await rpc.blockHeight(found.slot).catch(() => null),
    blockTime: found.blockTime == null ? null : new Date(found.blockTime * 1000),
    failed: found.meta?.err ?? null,
  };
}

/** Transactions that are looked through for a memo: weeks of them, at one commitment a minute. */
const MEMO_PAGES = 20;

async function newestMemo(
  rpc: SolanaRpc,
  account: string,
  isWanted: (memo: string) => boolean,
): Promise<string | null> {
  let before: string | null = null;
  for (let page = 0; page < MEMO_PAGES; page++) {
    const found: readonly MemoLine[] = await rpc.memosOf(account, before);
    for (const { signature, memo } of found) {
      // The node's word for the memo, `[length] text`; what counts is what the transaction itself holds.
      const at = memo?.indexOf('] ') ?? -1;
      if (!memo || at < 0 || !isWanted(memo.slice(at + 2))) continue;
      const recorded = await find(rpc, signature, 'confirmed');
      if (recorded?.failed === null && recorded.memo !== null && isWanted(recorded.memo)) return recorded.memo;
    }
    if (found.length < MEMO_PAGE) return null;
    before = found.at(-1)?.signature ?? null;
  }
  return null;
}

/** How long the faucet's own transaction may take, ms. */
const AIRDROP_MS_MAX = 10_000;
const AIRDROP_PAUSE_MS = 20;

async function refill(rpc: SolanaRpc, account: string, lamports: number): Promise<void> {
  const txHash = await rpc.requestAirdrop(account, lamports);
  const deadline = performance.now() + AIRDROP_MS_MAX;
  while (performance.now() < deadline) {
    const { status } = await rpc.status(txHash);
    if (status && status.confirmationStatus !== 'processed') return;
    await new Promise((resolve) => setTimeout(resolve, AIRDROP_PAUSE_MS));
  }
  throw new AppError('BLOCKCHAIN_ERROR', 'The faucet of the ledger did not pay.');
}
