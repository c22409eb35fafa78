/** The part of the composition root that keeps the transparency log. @module */
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../adapters/db/connection/database.ts';
import { createAuditHeads } from '../adapters/db/organizations/auditHeads.ts';
import { createForkNotices } from '../adapters/db/transparency/forkNotices.ts';
import { createLogAnchors } from '../adapters/db/transparency/transparencyAnchors.ts';
import { createLogCheckpoints } from '../adapters/db/transparency/transparencyCheckpoints.ts';
import { createLogCosignatures } from '../adapters/db/transparency/transparencyCosignatures.ts';
import { createLogKeyring, type LogKeyring } from '../adapters/db/transparency/transparencyIdentity.ts';
import { createLogTimestamps } from '../adapters/db/transparency/transparencyTimestamps.ts';
import { createLogTree } from '../adapters/db/transparency/transparencyTree.ts';
import { type RunningJob, repeat, together } from '../adapters/jobs/repeat.ts';
import { createLastAnchored } from '../adapters/transparency/lastAnchored.ts';
import { createLastSignedFile } from '../adapters/transparency/lastSignedFile.ts';
import { createLastSignedInStore } from '../adapters/transparency/lastSignedInStore.ts';
import { inAllPlaces } from '../adapters/transparency/signedPlaces.ts';
import type { TimestampAuthority } from '../app/ports/ledger/transparencyKeeping.ts';
import { createTimestampAuthority } from '../adapters/transparency/timestampAuthority.ts';
import { createWitness } from '../adapters/transparency/witness.ts';
import { type AuditHeadRule, signAuditHeads } from '../app/organizations/signAuditHeads.ts';
import { exclusiveJob } from '../app/exclusiveJob.ts';
import type { Ports } from '../app/ports/ports.ts';
import { anchorCheckpoints } from '../app/transparency/anchorCheckpoints.ts';
import { askWitness } from '../app/transparency/askWitness.ts';
import { LeafWalk } from '../app/transparency/leafWalk.ts';
import { type ReportedCondition, watched } from '../app/transparency/logCondition.ts';
import type { LogForked } from '../app/transparency/logForked.ts';
import { publishCheckpoint, type PublishDeps } from '../app/transparency/publishCheckpoint.ts';
import { type ForkDeps, tellOfForks } from '../app/transparency/tellOfForks.ts';
import { timestampCheckpoints } from '../app/transparency/timestampCheckpoints.ts';
import { watchQuorum } from '../app/transparency/witnessQuorum.ts';
import type { Config } from '../config/config.ts';
import { logOriginOf } from '../config/log.ts';
import { composeAddressGuard } from './webhooks.ts';

type LogSettings = Pick<
  Config,
  | 'logOrigin'
  | 'publicBaseUrl'
  | 'anchorSeconds'
  | 'timestampUrl'
  | 'timestampSeconds'
  | 'auditHeadSeconds'
  | 'auditHeadEntries'
  | 'witnesses'
  | 'witnessQuorum'
  | 'allowPrivateWebhooks'
>;

/** How long a new entry waits at most for a checkpoint that covers it. */
const PUBLISH_PAUSE_MS = 1_000;
/** Audit logs that have grown are looked for so often. */
const AUDIT_PAUSE_MS = 60_000;
/** A fork is told to organizations so soon. */
const FORK_PAUSE_MS = 15_000;
/** Ledger, witnesses and authority are looked after so often; when they fail, less and less, and every ten minutes at least. */
const OUTSIDE_PAUSE = { baseMs: 15_000, maxMs: 10 * 60_000 } as const;

interface KeepingParts {
  readonly database: Database;
  readonly keyEncryptionKey: Uint8Array;
  /** The data folder. */
  readonly folder: string;
  readonly ports: Pick<Ports, 'clock' | 'ledger' | 'storeKeeping'>;
}

export interface TransparencyParts extends KeepingParts {
  readonly ports: Pick<Ports, 'ledger' | 'storeKeeping' | 'transparencyLog' | 'jobLeases' | 'timers' | 'processId'> &
    Pick<ForkDeps, 'clock' | 'ids' | 'organizations'>;
  readonly condition: ReportedCondition;
}

/** Gives entries their places, signs checkpoints and has them witnessed outside, until it is stopped. */
export function startTransparencyLog(
  config: LogSettings,
  parts: TransparencyParts,
  log: FastifyBaseLogger,
): RunningJob {
  const told = (what: string) => reportOnce((error) => log.error({ err: error }, what));
  const { ports, database, condition } = parts;
  const auditHeads = createAuditHeads(database, ports);
  const keeping = composeLogKeeping(config, parts);
  const anchorDeps = { ...ports, anchors: createLogAnchors(database) };
  const forkDeps = { ...ports, condition, forkNotices: createForkNotices(database) };
  const notices = exclusiveJob(
    ports,
    'fork notices',
    async (lost) => void (await tellOfForks(forkDeps, () => lost.aborted)),
  );
  return together([
    repeat(
      'checkpoints',
      watched(condition, 'publish', tellLog(log), async () => void (await publishCheckpoint(keeping))),
      PUBLISH_PAUSE_MS,
      told('the transparency log signs nothing until this is mended'),
    ),
    repeat(
      'audit heads',
      async () => void (await signAuditHeads({ clock: ports.clock, auditHeads }, auditHeadRule(config))),
      AUDIT_PAUSE_MS,
      told('heads of audit logs could not be handed to the transparency log; it will be tried again'),
    ),
    repeat(
      'anchors',
      () => anchorCheckpoints(anchorDeps, config.anchorSeconds * 1000),
      OUTSIDE_PAUSE,
      told('a checkpoint could not be anchored; it will be tried again'),
    ),
    repeat(
      'fork notices',
      async () => (condition.forks().length > 0 ? notices() : undefined),
      FORK_PAUSE_MS,
      told('organizations could not be told of the fork; it will be tried again'),
    ),
    ...timestampJobs(config, parts).map((job) =>
      repeat('time-stamps', job, OUTSIDE_PAUSE, told('a checkpoint could not be time-stamped; it will be tried again')),
    ),
    ...witnessJobs(config, parts, tellLog(log)).map((job) =>
      repeat('witnesses', job, OUTSIDE_PAUSE, told('a witness did not cosign; it will be asked again')),
    ),
  ]);
}

/** Everything that reads, signs and checks the log. */
export function composeLogKeeping(
  config: Pick<LogSettings, 'logOrigin' | 'publicBaseUrl'>,
  { database, keyEncryptionKey, folder, ports }: KeepingParts,
): PublishDeps & { readonly signer: LogKeyring } {
  const keyring = createLogKeyring(database, { keyEncryptionKey, origin: logOriginOf(config) });
  const { identity } = keyring;
  const { clock, ledger, storeKeeping } = ports;
  const tree = createLogTree(database);
  const lastSigned = inAllPlaces(
    createLastSignedFile(path.join(folder, 'transparency'), identity),
    createLastSignedInStore(storeKeeping, identity, clock),
    createLastAnchored(ledger, tree, identity, clock),
  );
  return {
    tree,
    walk: new LeafWalk(tree),
    checkpoints: createLogCheckpoints(database),
    signer: keyring,
    lastSigned,
    clock,
  };
}

const auditHeadRule = ({ auditHeadSeconds, auditHeadEntries }: LogSettings): AuditHeadRule => ({
  waitMs: auditHeadSeconds * 1000,
  entries: auditHeadEntries,
});

/** For the operator's log, as an event of its own. */
const tellLog =
  (log: FastifyBaseLogger) =>
  (fork: LogForked): void =>
    log.fatal({ event: 'transparency_log.forked', reason: fork.message }, 'the transparency log forked');

/** Null without its address. Most authorities have no TLS, since what they say is signed. */
export const openTimestampAuthority = (
  config: Parameters<typeof composeAddressGuard>[0],
  address: string | null,
): TimestampAuthority | null =>
  address === null ? null : createTimestampAuthority(address, composeAddressGuard(config, { allowPlain: true }));

/** None without an authority. */
function timestampJobs(config: LogSettings, { ports, database }: TransparencyParts): (() => Promise<void>)[] {
  const authority = openTimestampAuthority(config, config.timestampUrl);
  if (authority === null) return [];
  const deps = { ...ports, authority, timestamps: createLogTimestamps(database) };
  return [() => timestampCheckpoints(deps, config.timestampSeconds * 1000)];
}

/** One for each, so that none waits for another. */
function witnessJobs(
  config: LogSettings,
  { ports, database, condition }: TransparencyParts,
  tell: (fork: LogForked) => void,
): (() => Promise<void>)[] {
  const guard = composeAddressGuard(config);
  const deps = { ...ports, cosignatures: createLogCosignatures(database) };
  const report = watchQuorum(condition, config.witnessQuorum, config.witnesses.length);
  return config.witnesses.map((settings) => {
    const witness = createWitness(settings, guard);
    return watched(condition, `witness ${witness.key}`, tell, async () => {
      let hasCosigned = false;
      try {
        await askWitness(deps, witness);
        hasCosigned = true;
      } finally {
        report(witness.key, hasCosigned);
      }
    });
  });
}

/** A failure that comes every second is told once, until another one comes. */
function reportOnce(report: (error: unknown) => void): (error: unknown) => void {
  let last: string | null = null;
  return (error) => {
    const text = String(error);
    if (text !== last) report(error);
    last = text;
  };
}
