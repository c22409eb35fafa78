/** The chain of one node with its client: what the embedded ledger loads when it is first used. @module */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { KeyPairSigner } from '@solana/kit';
import type { Ledger, Network } from '../../../app/ports/ledger/ledger.ts';
import { keptPayer, passingPayer } from '../payerKey.ts';
import { createSolanaLedger } from '../solanaLedger.ts';
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

export interface StartedChain {
  readonly ledger: Ledger;
  close(): Promise<void>;
}

export async function startChain({
  folder,
  network,
  report,
  now = Date.now,
}: EmbeddedLedgerOptions): Promise<StartedChain> {
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
