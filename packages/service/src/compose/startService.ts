/** Composition root: what a service consists of, in which order it opens, and in which order it closes. @module */
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { ControlJobs } from '../adapters/control/controlServer.ts';
import { writerOf } from '../adapters/dataFolder/writerOf.ts';
import { openDataFolder } from '../adapters/dataFolder/dataFolder.ts';
import { readQueueFigures } from '../adapters/db/operator/queueFigures.ts';
import { createBackground } from '../adapters/jobs/background.ts';
import type { RunningJob } from '../adapters/jobs/repeat.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { systemClock } from '../adapters/runtime/clock.ts';
import { createLogger } from '../adapters/runtime/logger.ts';
import { openSearch } from '../adapters/searchIndex/openSearch.ts';
import { createCondition } from '../app/condition.ts';
import { createLogCondition } from '../app/transparency/logCondition.ts';
import type { Config } from '../config/config.ts';
import { holdStoreTo, openStore } from './assetFiles.ts';
import { startContentJobs } from './content.ts';
import { openCredentials } from './credentials.ts';
import { openControl } from './backup/control.ts';
import type { OpenDatabase } from '../adapters/db/connection/open.ts';
import { openServingDatabase } from './database.ts';
import { createEnding } from '../adapters/runtime/ending.ts';
import { openEngine } from './engine.ts';
import { composeHttp, drain, type HttpParts, listen, readiness, type ServerState } from './httpServer.ts';
import { areArchivesShared, openImportSources, startImports } from './imports.ts';
import { openLedger, startCommitmentJobs } from './ledger.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { openRedis } from './limits.ts';
import { openMailer, startMails } from './mail.ts';
import { embedderFilesOf } from './models.ts';
import { logJobsOver } from './jobs/logJobs.ts';
import { operatorJobsOver, type ServedOperatorJobs } from './jobs/operatorJobs.ts';
import { storeJobsOver } from './jobs/storeJobs.ts';
import { verdictJobsOver } from './jobs/verdictJobs.ts';
import { composePorts, embeddingOf, VERSION } from './ports.ts';
import { resealAtStart } from './keyChange.ts';
import { serviceSecrets } from './secrets.ts';
import { openObservation } from './observation.ts';
import { embedNow, startDeferred, startModelWatch, startServiceJobs } from './jobs/serviceJobs.ts';
import { openReportPrinter } from './reportPrinter.ts';
import { startTransparencyLog } from './transparency.ts';
import { startWebhooks } from './webhooks.ts';

/**
 * The order in which a service closes; the order in which it opens is that of the lines of `open` below. Also a start
 * that fails closes what it had opened in this order.
 */
export const CLOSING_ORDER = [
  // Nothing new begins by itself.
  'control',
  'commitment jobs',
  'content jobs',
  'imports',
  'service jobs',
  'verifications',
  'embedding model',
  // Requests in progress end; attempts to deliver webhooks have as long, and end with them at the latest.
  'http server',
  'webhooks',
  'mails',
  'transparency log',
  'redis',
  // Calls to a ledger that hangs are given up before what the requests left behind is waited for, since it may hang on one.
  'ledger calls',
  'background work',
  // Nobody uses these any more.
  'mail server',
  'ledger',
  'search index',
  'database',
  'credentials',
  'engine',
  'report printer',
  // It tells how far the end is.
  'observation',
  // Until nothing writes to it, no other process may have the folder.
  'data folder',
] as const;

type Owned = Lifecycle<(typeof CLOSING_ORDER)[number]>;

export interface RunningService {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  /** Lets requests in progress end, then closes everything. */
  close(): Promise<void>;
  /** Lets go of what this process still works on, so that another one need not wait for it: `close` will not be waited for. */
  abandon(): Promise<void>;
}

/** @throws {Error} with a sentence for the operator when the folder, the database or the address cannot be had */
export async function startService(
  config: Config,
  options: { readonly logger?: FastifyBaseLogger } = {},
): Promise<RunningService> {
  const log = options.logger ?? createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  const lifecycle: Owned = createLifecycle(CLOSING_ORDER, (name) => log.debug(`closed: ${name}`));
  try {
    return await open(config, log, lifecycle);
  } catch (error) {
    // What went wrong first is what the operator has to hear of.
    await lifecycle.closeAll().catch((cause: unknown) => log.error({ err: cause }, 'not everything could be closed'));
    throw error;
  }
}

const stop = (job: RunningJob): Promise<void> => job.stop();
const close = (resource: { close(): Promise<void> | void }): Promise<void> | void => resource.close();

const failureTold =
  (log: FastifyBaseLogger) =>
  (what: string) =>
  (error: unknown): void =>
    log.error({ err: error }, what);

async function open(config: Config, log: FastifyBaseLogger, { own, closeAll }: Owned): Promise<RunningService> {
  let url = '';
  const ending = createEnding(config.drainDelayS * 1000);
  const { isEnding } = ending;
  const publicBaseUrl = (): string => config.publicBaseUrl ?? url;
  const conditions = { log: createLogCondition(), mails: createCondition() };
  const failed = failureTold(log);
  const ledgerFailed = failed('the ledger failed; it will be tried again');

  const folder = own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
  const secrets = await serviceSecrets(config, folder.path);
  const embedding = embeddingOf(embedderFilesOf(config));
  const watch = own('observation', await openObservation(config, log), close);
  const { metrics, traces } = watch;
  const store = watch.store(openStore(config, path.join(folder.path, 'files'), await writerOf(folder.path)));
  const engine = own('engine', watch.engine(openEngine(config, secrets.watermarkKey, log, metrics)), close);
  const reportPrinter = own('report printer', await openReportPrinter(config), close);
  const credentials = own('credentials', await openCredentials(config, folder.path, VERSION, log), close);
  const database = own('database', await openServingDatabase(config, folder.path), close);
  metrics?.watchQueues(() => readQueueFigures(database));
  if (database.connections) metrics?.watchConnections(database.connections);
  await holdStoreTo(database, store);
  await resealAtStart(config, database, secrets.keyEncryptionKey, log);
  await store.files.sweepTemporary(true);
  const search = own('search index', openSearch(database, systemClock), close);
  const ledger = own('ledger', await openLedger(config, folder.path, ledgerFailed), close);
  const mailer = own('mail server', await openMailer(config, folder.path), close);
  const background = own('background work', createBackground(backgroundFailed(log)), (work) => work.settled());
  own('ledger calls', ledger, () => ledger.abandon());
  const redis = await openRedis(config, log, metrics);
  if (redis) own('redis', redis, close);

  const shared = { database, engine, embedding, search, credentials, ...store, mailer, background, secrets, traces };
  const importSources = await openImportSources(config, folder.path, secrets.keyEncryptionKey);
  const ports = watch.ports(await composePorts(config, { ...shared, redis, ledger, reportPrinter, importSources }));
  if (database.engine === 'embedded') await followOnlyProcess(ports);
  const state = { publicBaseUrl, ending, metrics };
  const parts = { ports, database, conditions };
  const begin = await openHttp(config, parts, state, own, log);
  const kept = { ...shared, ...secrets, folder: folder.path, ports, metrics };
  const beside = jobsBeside(config, kept, () => embedNow(ports, isEnding));
  own('control', await openControl(folder.path, database, beside, log), close);
  const context: JobContext = { config, own, ports, isEnding, publicBaseUrl, failed, log, metrics };
  const works = config.role !== 'api';
  startSearch(context, () => search.refresh());
  if (works) startDelivery(context, { ...kept, condition: conditions.log }, conditions.mails);
  url = await begin();
  startAccepted(context, works);
  if (works) startJobs(context, ledger, ledgerFailed);
  watch.readyWhen(readiness(parts, ending));
  tellStart(log, config.role, { url, dataDir: folder.path, ...databaseFacts(database) });
  return {
    url,
    async close() {
      ending.begin();
      log.info('draining');
      await closeAll();
    },
    abandon: () => releaseAll(ports),
  };
}

/** Whoever held a lease before was a process of this data folder, and is gone; so is whoever wanted another model. */
async function followOnlyProcess(ports: JobContext['ports']): Promise<void> {
  const { assets, deferredVerifications, jobLeases, fingerprints, embedding } = ports;
  const leases = [assets.endLeases(), deferredVerifications.endLeases(), jobLeases.endAll()];
  await Promise.all([...leases, fingerprints.releaseAll()]);
  await fingerprints.wantModel(embedding.model);
}

type Held = Pick<JobContext['ports'], 'assets' | 'deferredVerifications' | 'processId'>;

async function releaseAll({ assets, deferredVerifications, processId }: Held): Promise<void> {
  await Promise.all([assets.releaseAll(processId), deferredVerifications.releaseAll(processId)]);
}

interface StartFacts {
  readonly url: string;
  readonly dataDir: string;
  readonly database: string;
  readonly databaseConnections?: number;
}

const databaseFacts = ({ engine, connections }: OpenDatabase): Pick<StartFacts, 'database' | 'databaseConnections'> =>
  connections ? { database: engine, databaseConnections: connections().max } : { database: engine };

const tellStart = (log: FastifyBaseLogger, role: Config['role'], facts: StartFacts): void =>
  log.info({ ...facts, role, version: VERSION }, role === 'worker' ? 'Assay works' : `Assay serves ${facts.url}`);

/** @returns begins to answer, and gives the address; a worker has nothing that does */
async function openHttp(
  config: Config,
  parts: HttpParts,
  state: ServerState,
  own: Owned['own'],
  log: FastifyBaseLogger,
): Promise<() => Promise<string>> {
  if (config.role === 'worker') return async () => state.publicBaseUrl();
  const app = await composeHttp(config, parts, state, log);
  own('http server', app, () => drain(app, state.ending));
  return () => listen(app, config);
}

interface JobContext {
  readonly config: Config;
  readonly own: Owned['own'];
  readonly ports: Awaited<ReturnType<typeof composePorts>>;
  readonly isEnding: () => boolean;
  readonly publicBaseUrl: () => string;
  readonly failed: ReturnType<typeof failureTold>;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics | null;
}

function startSearch({ own, ports, failed }: JobContext, refresh: () => Promise<void>): void {
  own('embedding model', startModelWatch(ports, failed('it was not said which model embeds')), stop);
  // Whoever comes first finds the index read, if it is no long one.
  ports.background.run('search index', refresh);
}

/** What leaves the service: events, mails, the log's checkpoints. */
function startDelivery(
  { config, own, ports, isEnding, publicBaseUrl, failed, log }: JobContext,
  parts: Parameters<typeof startTransparencyLog>[1] & Parameters<typeof startWebhooks>[1],
  mails: Parameters<typeof startMails>[1]['condition'],
): void {
  own('webhooks', startWebhooks(config, parts, isEnding, failed('webhooks were not sent')), stop);
  own('mails', startMails(config, { ports, condition: mails, base: publicBaseUrl }, isEnding, log), stop);
  own('transparency log', startTransparencyLog(config, parts, log), stop);
}

/** What whoever answers requests may have accepted, and does too. */
function startAccepted({ config, own, ports, isEnding, failed, log }: JobContext, works: boolean): void {
  own('verifications', startDeferred(ports, isEnding, log), stop);
  // Where archives lie nowhere but in the data folder, whoever received one works on it.
  const importsStill = failed('imports stand still; they will be tried again');
  if (works || !areArchivesShared(config))
    own('imports', startImports(config, ports, isEnding, log, importsStill), stop);
}

/** What is done to what lies here. */
function startJobs(
  { config, own, ports, isEnding, publicBaseUrl, failed, log, metrics }: JobContext,
  ledger: { abandon(): void | Promise<void> },
  ledgerFailed: (error: unknown) => void,
): void {
  own('service jobs', startServiceJobs(config, ports, isEnding, log, metrics), stop);
  const contentFailed = failed('pins or archives were not looked at');
  own('content jobs', startContentJobs(config, ports, publicBaseUrl, contentFailed), stop);
  own(
    'commitment jobs',
    startCommitmentJobs(ports, () => ledger.abandon(), isEnding, ledgerFailed),
    stop,
  );
}

/** What commands of the operator ask the service for while it has the data folder. */
const jobsBeside = (
  config: Config,
  parts: Parameters<typeof operatorJobsOver>[1] & Parameters<typeof logJobsOver>[1],
  embed: ServedOperatorJobs['embedNow'],
): ControlJobs => ({
  operator: { ...operatorJobsOver(config, parts), embedNow: embed } satisfies ServedOperatorJobs,
  verdicts: { ...verdictJobsOver(parts.database, parts.keyEncryptionKey) },
  store: { ...storeJobsOver(parts.database, parts.ports.storeKeeping) },
  log: { ...logJobsOver(config, parts) },
});

const backgroundFailed =
  (log: FastifyBaseLogger) =>
  (error: unknown, task: string): void =>
    log.error({ err: error, task }, 'background work failed');
