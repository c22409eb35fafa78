/**
 * The ledger of a service without a node: the client of the public chain, talking to a chain of one node in the same
 * process. It starts at the first use. One process owns its folder, as it owns the data folder around it.
 * @module
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { KeyPairSigner } from '@solana/kit';
import type { Ledger, Network } from '../../../app/ports/ledger/ledger.ts';
import { keptPayer, passingPayer } from '../payerKey.ts';
import { createSolanaLedger, type OwnedLedger } from '../solanaLedger.ts';
import { openChain } from './chain.ts';
import { startRpcServer } from './rpcServer.ts';

export interface EmbeddedLedgerOptions {
  /** Null: in memory, gone at the end. */
  readonly folder: string | null;
  /** Under which name its commitments are kept; no public chain is meant by it. */
  readonly network: Network;
  readonly report: (error: unknown) => void;
  readonly now?: () => number;
}

/** Pays for 20,000 memos before the faucet is asked again. */
const AIRDROP_LAMPORTS = 100_000_000 + 890_880;

interface Started {
  readonly ledger: Ledger;
  close(): Promise<void>;
}

export function createEmbeddedLedger(options: EmbeddedLedgerOptions): OwnedLedger {
  let started: Promise<Started> | null = null;
  let closed = false;
  const ledger = async (): Promise<Ledger> => {
    if (closed) throw new Error('the embedded ledger is closed');
    // A start that failed is tried again at the next use.
    started ??= start(options).catch((cause: unknown) => {
      started = null;
      throw cause;
    });
    return (await started).ledger;
  };
  return {
    network: options.network,
    isEmbedded: true,
    identity: async () => (await ledger()).identity(),
    sign: async (memo) => (await ledger()).sign(memo),
    send: async (bytes) => (await ledger()).send(bytes),
    state: async (txHash) => (await ledger()).state(txHash),
    prospect: async (signed) => (await ledger()).prospect(signed),
    find: async (txHash, level) => (await ledger()).find(txHash, level),
    newestMemo: async (isWanted) => (await ledger()).newestMemo(isWanted),
    explorerUrl: () => null,
    // Its own process never keeps it waiting.
    abandon() {},
    async close() {
      closed = true;
      await (await started)?.close();
    },
  };
}

async function start({ folder, network, report, now = Date.now }: EmbeddedLedgerOptions): Promise<Started> {
  const key = (name: string): Promise<KeyPairSigner> =>
    folder === null ? passingPayer() : keptPayer(path.join(folder, name));
  const faucet = await key('faucet.json');
  const payer = await key('payer.json');
  const chain = await openChain({
    file: folder === null ? null : path.join(folder, 'blocks.jsonl'),
    faucet,
    now,
    nonce: randomBytes(16).toString('hex'),
  });
  const server = await startRpcServer({ chain, faucet }, report);
  return {
    ledger: createSolanaLedger({
      rpcUrl: server.url,
      network,
      payer,
      priorityFee: 0,
      embedded: { airdropLamports: AIRDROP_LAMPORTS },
      now,
    }),
    async close() {
      await server.close();
      await chain.close();
    },
  };
}
