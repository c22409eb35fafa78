/** The part of the composition root that opens the ledger and brings commitments to it. @module */
import path from 'node:path';
import { createEmbeddedLedger } from '../adapters/ledger/embedded/embeddedLedger.ts';
import type { OwnedLedger } from '../adapters/ledger/solanaLedger.ts';
import { type RunningJob, repeat, together } from '../adapters/jobs/repeat.ts';
import { forgottenCommitmentJob, commitmentJob } from '../app/ledger/commitmentJobs.ts';
import { signatureJob } from '../app/provenance/signatureJob.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Config } from '../config/config.ts';

export type LedgerSettings = Pick<Config, 'solanaRpcUrl' | 'solanaNetwork' | 'solanaKeypair' | 'solanaPriorityFee'>;

/** A commitment on its way is looked after so often. */
const COMMITMENT_PAUSE_MS = 1_000;
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
  // Loaded where they are used: Solana's library is a good part of what a start loads.
  const { readPayer } = await import('../adapters/ledger/payerKey.ts');
  const payer = await readPayer(solanaKeypair);
  const { createSolanaLedger } = await import('../adapters/ledger/solanaLedger.ts');
  return createSolanaLedger({ rpcUrl, network, payer, priorityFee, embedded: null });
}

/** Stops within a moment, whatever the node does: a step that is cut off goes on at the next start. */
export function startCommitmentJobs(
  ports: Ports,
  abandon: () => void,
  isEnding: () => boolean,
  report: (error: unknown) => void,
): RunningJob {
  const jobs = together([
    repeat('commitments', commitmentJob(ports, isEnding, report), COMMITMENT_PAUSE_MS, report),
    repeat('forgotten commitments', forgottenCommitmentJob(ports, isEnding, report), FORGOTTEN_PAUSE_MS, report),
    repeat('signatures', signatureJob(ports, isEnding), SIGNATURE_PAUSE_MS, report),
  ]);
  return {
    async stop() {
      const stopped = jobs.stop();
      const patience = setTimeout(abandon, STOP_MS_MAX);
      await stopped;
      clearTimeout(patience);
    },
  };
}
