/** The part of the composition root that opens the ledger and brings commitments to it. @module */
import path from 'node:path';
import { createEmbeddedLedger } from './adapters/ledger/embedded/embeddedLedger.ts';
import { readPayer } from './adapters/ledger/payerKey.ts';
import { createSolanaLedger, type OwnedLedger } from './adapters/ledger/solanaLedger.ts';
import { type Repeated, repeat } from './adapters/repeat.ts';
import { forgottenRounds, ledgerRounds } from './app/ledger/ledgerRounds.ts';
import { signatureRounds } from './app/provenance/signTraces.ts';
import type { Ports } from './app/ports/ports.ts';
import type { Config } from './config.ts';

export type LedgerSettings = Pick<Config, 'solanaRpcUrl' | 'solanaNetwork' | 'solanaKeypair' | 'solanaPriorityFee'>;

/** A commitment on its way is looked after so often. */
const ROUND_PAUSE_MS = 1_000;
const SIGNATURE_PAUSE_MS = 2_000;
const FORGOTTEN_PAUSE_MS = 60 * 60 * 1000;
/** A node that hangs is waited for so long when the service ends. */
const STOP_MS_MAX = 2_000;

/**
 * @param dataFolder where the embedded ledger lives; null: in memory
 * @throws {Error} with a sentence for the operator when the key pair cannot be read
 */
export async function openLedger(
  settings: LedgerSettings,
  dataFolder: string | null,
  report: (error: unknown) => void,
): Promise<OwnedLedger> {
  const { solanaRpcUrl: rpcUrl, solanaNetwork: network, solanaKeypair, solanaPriorityFee: priorityFee } = settings;
  if (rpcUrl === null || solanaKeypair === null)
    return createEmbeddedLedger({ folder: dataFolder && path.join(dataFolder, 'ledger'), network, report });
  const payer = await readPayer(solanaKeypair);
  return createSolanaLedger({ rpcUrl, network, payer, priorityFee, embedded: null });
}

/** Stops within a moment, whatever the node does: a step that is cut off goes on at the next start. */
export function startLedger(
  ports: Ports,
  abandon: () => void,
  isEnding: () => boolean,
  report: (error: unknown) => void,
): Repeated {
  const jobs = [
    repeat(ledgerRounds(ports, isEnding, report), ROUND_PAUSE_MS, report),
    repeat(forgottenRounds(ports, isEnding, report), FORGOTTEN_PAUSE_MS, report),
    repeat(signatureRounds(ports, isEnding), SIGNATURE_PAUSE_MS, report),
  ];
  return {
    async stop() {
      const stopped = Promise.all(jobs.map((job) => job.stop()));
      const patience = setTimeout(abandon, STOP_MS_MAX);
      await stopped;
      clearTimeout(patience);
    },
  };
}
