/** The part of the composition root that starts the jobs of assets, accounts and keys. @module */
import type { FastifyBaseLogger } from 'fastify';
import { isMachineIdle } from '../../adapters/runtime/idleMachine.ts';
import type { Metrics } from '../../adapters/metrics/metrics.ts';
import { type RunningJob, repeat, together } from '../../adapters/jobs/repeat.ts';
import { addressChangeJob } from '../../app/accounts/addressChange.ts';
import { exclusiveJob } from '../../app/exclusiveJob.ts';
import { removeFormerFiles } from '../../app/assets/formerFiles.ts';
import { measureRobustness } from '../../app/assets/measureRobustness.ts';
import { failedUploadJob, orphanJob, recoveryJob } from '../../app/assets/recoveryJobs.ts';
import { embedAgain, FORGOTTEN_MS, SAID_MS } from '../../app/fingerprints/embedAgain.ts';
import { findMatches } from '../../app/fingerprints/findMatches.ts';
import { fingerprintJob } from '../../app/fingerprints/fingerprintJob.ts';
import { recoverDeferred } from '../../app/verify/deferred/judgeDeferred.ts';
import { runKeyJob } from '../../app/keys/keyJob.ts';
import type { Ports } from '../../app/ports/ports.ts';
import type { Config } from '../../config/config.ts';
import type { Embedded } from '../embedding.ts';
import { threadsOf } from '../engine.ts';
import { retentionJob } from '../../app/retentionJob.ts';

const RECOVERY_PAUSE_MS = 5_000;
/** Somebody looks for the result every second. */
const VERIFICATION_PAUSE_MS = 1_000;
const FINGERPRINT_PAUSE_MS = 30_000;
const ADDRESS_PAUSE_MS = 60_000;
const ROBUSTNESS_PAUSE_MS = 15_000;
const SWEEP_PAUSE_MS = 60 * 60 * 1000;

/** What the job of fingerprints does by and by, now and to its end, and how much it was. */
export async function embedNow(ports: Ports, isEnding: () => boolean): Promise<Embedded> {
  await ports.fingerprints.wantModel(ports.embedding.model);
  await ports.fingerprints.takeBackAside();
  const { embedded, unreadable } = await embedAgain(ports, isEnding);
  return { embedded, unreadable, matched: await findMatches(ports, isEnding) };
}

/** Every process says which model it has, those that embed nothing again as well: the searches of all need the same. */
export const startModelWatch = (ports: Ports, report: (error: unknown) => void): RunningJob =>
  repeat(
    'embedding model',
    async () => void (await ports.fingerprints.wantedModel(ports.embedding.model, FORGOTTEN_MS)),
    SAID_MS,
    report,
  );

/**
 * One line for each upload that was finished from the queue, with the id of the request that sent it. What is put back is counted here;
 * what is finished, where its row is written.
 */
const toldBy =
  (log: FastifyBaseLogger, metrics: Pick<Metrics, 'queued'> | null): Parameters<typeof recoveryJob>[2] =>
  ({ assetId, outcome, ms }) => {
    log.info({ asset: assetId, outcome, ms }, 'upload');
    if (outcome === 'postponed') metrics?.queued('upload', outcome);
  };

const failureTold =
  (log: FastifyBaseLogger) =>
  (error: unknown): void =>
    log.error({ err: error }, 'a job failed; it will be tried again');

/** Each verification goes to one process: any may work on it, since each has an engine and the picture lies in the row. */
export const startDeferred = (ports: Ports, isEnding: () => boolean, log: FastifyBaseLogger): RunningJob =>
  repeat(
    'verifications',
    async () => void (await recoverDeferred(ports, isEnding)),
    VERIFICATION_PAUSE_MS,
    failureTold(log),
  );

export function startServiceJobs(
  {
    robustnessScore,
    workers,
    embedAgainPerMinute,
  }: Pick<Config, 'robustnessScore' | 'workers' | 'embedAgainPerMinute'>,
  ports: Ports,
  isEnding: () => boolean,
  log: FastifyBaseLogger,
  metrics: Pick<Metrics, 'queued'> | null,
): RunningJob {
  const report = failureTold(log);
  // Each ends soon when the process does, and when another one may begin.
  const alone = (job: string, work: (isOver: () => boolean) => Promise<unknown>, pauseMs: number): RunningJob => {
    const whole = async (lost: AbortSignal): Promise<void> => void (await work(() => isEnding() || lost.aborted));
    return repeat(job, exclusiveJob(ports, job, whole), pauseMs, report);
  };
  const fingerprints = fingerprintJob(ports, embedAgainPerMinute, log);
  return together([
    // Shared: each asset goes to one process, and there to one taker; so many of these that no thread waits while uploads do.
    ...Array.from({ length: threadsOf({ workers }) }, () =>
      repeat('uploads', recoveryJob(ports, isEnding, toldBy(log, metrics)), RECOVERY_PAUSE_MS, report),
    ),
    // Shared likewise.
    repeat('fingerprints', () => fingerprints(isEnding), FINGERPRINT_PAUSE_MS, report),
    alone('orphans', orphanJob(ports, log), SWEEP_PAUSE_MS),
    alone('failed uploads', failedUploadJob(ports), SWEEP_PAUSE_MS),
    alone('former files', (isOver) => removeFormerFiles(ports, isOver), SWEEP_PAUSE_MS),
    alone('API keys', (isOver) => runKeyJob(ports, isOver), SWEEP_PAUSE_MS),
    alone('addresses', addressChangeJob(ports), ADDRESS_PAUSE_MS),
    alone('retention', retentionJob(ports), SWEEP_PAUSE_MS),
    ...(robustnessScore
      ? [
          alone(
            'robustness',
            (isEnding) => measureRobustness(ports, { isIdle: isMachineIdle, isEnding }),
            ROBUSTNESS_PAUSE_MS,
          ),
        ]
      : []),
  ]);
}
