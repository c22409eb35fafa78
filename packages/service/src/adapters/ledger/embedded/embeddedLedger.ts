/**
 * The ledger of a service without a node: the client of the public chain, talking to a chain of one node in the same
 * process. It starts, and is loaded, at the first use. One process owns its folder, as it owns the data folder around it.
 * @module
 */
import type { Ledger } from '../../../app/ports/ledger/ledger.ts';
import type { OwnedLedger } from '../solanaLedger.ts';
import type { EmbeddedLedgerOptions, StartedChain } from './startChain.ts';

export function createEmbeddedLedger(options: EmbeddedLedgerOptions): OwnedLedger {
  let started: Promise<StartedChain> | null = null;
  let closed = false;
  const ledger = async (): Promise<Ledger> => {
    if (closed) throw new Error('the embedded ledger is closed');
    // A start that failed is tried again at the next use.
    started ??= startChain(options).catch((cause: unknown) => {
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

const startChain = async (options: EmbeddedLedgerOptions): Promise<StartedChain> =>
  (await import('./startChain.ts')).startChain(options);
