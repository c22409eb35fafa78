/** Composition root: the only file that knows every adapter. Reads top to bottom. @module */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { createBackground } from './adapters/background.ts';
import { openDataFolder } from './adapters/dataFolder/dataFolder.ts';
import { createSearchRows } from './adapters/db/searchRows.ts';
import { openDatabase } from './adapters/db/open.ts';
import { createEngine } from './adapters/engine/engine.ts';
import { createLogger } from './adapters/logger.ts';
import { missingTrackC } from './adapters/models/loadTrackC.ts';
import { modelsFolder } from './adapters/models/modelFile.ts';
import { systemClock } from './adapters/clock.ts';
import { createFolderMailer } from './adapters/mail/folderMailer.ts';
import { createSmtpMailer } from './adapters/mail/smtpMailer.ts';
import { type Repeated, repeat } from './adapters/repeat.ts';
import { createSearchIndex } from './adapters/searchIndex/searchIndex.ts';
import { openAssetFiles } from './mainAssetFiles.ts';
import { openCredentials } from './mainCredentials.ts';
import { fingerprintRounds } from './app/fingerprints/fingerprintRounds.ts';
import type { Mailer } from './app/ports/mail.ts';
import { keyUpkeep } from './app/keys/keyUpkeep.ts';
import type { Ports } from './app/ports/ports.ts';
import { forgetRounds, orphanRounds, recoveryRounds } from './app/upkeep.ts';
import type { Config } from './config.ts';
import { securityContactsOf } from './configSecurity.ts';
import { buildApp } from './http/app.ts';
import { openLedger, startLedger } from './mainLedger.ts';
import { openRedis } from './mainLimits.ts';
import { embedderFilesOf } from './mainModels.ts';
import { startContentUpkeep } from './mainContent.ts';
import { composePorts, embeddingOf, VERSION } from './mainPorts.ts';
import { serviceSecrets } from './mainSecrets.ts';
import { startTransparencyLog } from './mainTransparency.ts';
import { startWebhooks } from './mainWebhooks.ts';

export interface RunningService {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  /** Lets requests in progress end, then closes everything. */
  close(): Promise<void>;
}

/** Built by `npm run build`; the same place seen from src/ and from dist/. */
const WEB_PAGES = fileURLToPath(new URL('../../web/dist', import.meta.url));

const RECOVERY_PAUSE_MS = 5_000;
const FINGERPRINT_PAUSE_MS = 30_000;
const SWEEP_PAUSE_MS = 60 * 60 * 1000;
/** Connections that still have not ended by then are cut, so that a drain stays within its 20 s. */
const DRAIN_MS_MAX = 17_000;

/** @throws {Error} with a sentence for the operator when the folder, the database or the address cannot be had */
export async function startService(
  config: Config,
  options: { readonly logger?: FastifyBaseLogger } = {},
): Promise<RunningService> {
  const log = options.logger ?? createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await start(config, log, closers, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function start(
  config: Config,
  log: FastifyBaseLogger,
  closers: (() => Promise<void>)[],
  closeAll: () => Promise<void>,
): Promise<RunningService> {
  const folder = await openDataFolder(config.dataDir);
  closers.push(() => folder.release());
  const secrets = await serviceSecrets(config, folder.path);
  const files = openAssetFiles(config, path.join(folder.path, 'files'));
  await files.sweepTemporary();
  const trackCModels = modelsFolder(config.trackCModels);
  const noTrackC = missingTrackC(trackCModels);
  if (noTrackC !== null) log.warn(noTrackC.detail);
  const embedderFiles = embedderFilesOf(config);
  const embedding = embeddingOf(embedderFiles);
  const engine = createEngine({
    embedderFiles,
    watermarkKey: secrets.watermarkKey,
    strengths: { a: config.trackAStrength, b: config.trackBStrength, c: config.trackCStrength },
    trackCModels,
    scoresRobustness: config.robustnessScore,
    bytesMax: config.uploadBytesMax,
    pixelsMax: config.pixelsMax,
    queueMax: config.queueMax,
    ...(config.workers > 0 ? { threads: config.workers } : {}),
    ...(config.pictureMemoryMib > 0 ? { memoryBytesMax: config.pictureMemoryMib * 1024 * 1024 } : {}),
  });
  closers.push(() => engine.close());
  const credentials = await openCredentials(config, folder.path, VERSION);
  closers.push(() => credentials.close());
  const database = await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { dataDir: folder.path });
  closers.push(() => database.close());
  const searchIndex = createSearchIndex(createSearchRows(database), systemClock);
  closers.push(() => searchIndex.close());
  const reportLedger = (error: unknown): void => log.error({ err: error }, 'the ledger failed; it will be tried again');
  const ledger = await openLedger(config, folder.path, reportLedger);
  closers.push(() => ledger.close());

  const mailer = openMailer(config, folder.path, closers);
  const background = createBackground((error, task) => log.error({ err: error, task }, 'background work failed'));
  closers.push(() => background.settled());
  // After the requests have ended and before what they left behind is waited for.
  closers.push(async () => ledger.abandon());
  const redis = await openRedis(config, log);
  if (redis) closers.push(() => redis.close());
  const ports = await composePorts(config, {
    database,
    engine,
    embedding,
    searchIndex,
    credentials,
    files,
    mailer,
    background,
    secrets,
    redis,
    ledger,
  });
  let url = '';
  let draining = false;
  const app = await buildApp(
    {
      ports,
      probes: { database, models: { check: () => engine.healthy() } },
      settings: {
        version: VERSION,
        publicBaseUrl: () => config.publicBaseUrl ?? url,
        securityContacts: securityContactsOf(config),
        corsOrigins: config.corsOrigins,
        signInReturnTo: config.signInReturnTo,
        trustProxy: config.trustProxy,
        requestTimeoutS: config.requestTimeoutS,
        docs: config.docs,
        webPages: existsSync(path.join(WEB_PAGES, 'index.html')) ? WEB_PAGES : null,
        draining: () => draining,
      },
    },
    log,
  );
  const sendReport = (error: unknown): void => log.error({ err: error }, 'webhooks were not sent');
  const { keyEncryptionKey } = secrets;
  // Whoever comes first finds the index read, if it is no long one.
  background.run('search index', () => searchIndex.refresh());
  const webhooks = startWebhooks(config, { database, keyEncryptionKey, ports }, () => draining, sendReport);
  const transparency = startTransparencyLog(config, { database, keyEncryptionKey, folder: folder.path, ports }, log);
  closers.push(() => transparency.stop());
  // Before the app in this list, so after it at the end: attempts on their way have the whole drain to end.
  closers.push(() => webhooks.stop());
  closers.push(async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS_MAX);
    await app.close();
    clearTimeout(cut);
  });
  await app.listen({ host: config.host, port: config.port });
  url = addressOf(app.server.address(), config.host);
  closers.push(...startUpkeep(ports, () => draining, log).map((job) => () => job.stop()));
  const contentFailed = (error: unknown): void => log.error({ err: error }, 'pins or archives were not looked at');
  const publicBaseUrl = (): string => config.publicBaseUrl ?? url;
  closers.push(...startContentUpkeep(config, ports, publicBaseUrl, contentFailed).map((job) => () => job.stop()));
  const commitments = startLedger(
    ports,
    () => ledger.abandon(),
    () => draining,
    reportLedger,
  );
  closers.push(() => commitments.stop());
  log.info({ url, dataDir: folder.path, database: database.engine, version: VERSION }, `Assay serves ${url}`);
  return {
    url,
    async close() {
      draining = true;
      log.info('draining');
      await closeAll();
    },
  };
}

function openMailer(config: Config, dataFolder: string, closers: (() => Promise<void>)[]): Mailer {
  const { mailFrom: from, smtpUrl, mailDir } = config;
  if (smtpUrl === null)
    return createFolderMailer({ folder: mailDir ?? path.join(dataFolder, 'mail'), from }, systemClock);
  const mailer = createSmtpMailer({ url: smtpUrl, from });
  closers.push(async () => mailer.close());
  return mailer;
}

function startUpkeep(ports: Ports, isEnding: () => boolean, log: FastifyBaseLogger): Repeated[] {
  const report = (error: unknown): void => log.error({ err: error }, 'upkeep failed; it will be tried again');
  return [
    repeat(recoveryRounds(ports, isEnding), RECOVERY_PAUSE_MS, report),
    repeat(orphanRounds(ports), SWEEP_PAUSE_MS, report),
    repeat(async () => void (await keyUpkeep(ports)), SWEEP_PAUSE_MS, report),
    repeat(forgetRounds(ports), SWEEP_PAUSE_MS, report),
    repeat(fingerprintRounds(ports, isEnding, log), FINGERPRINT_PAUSE_MS, report),
  ];
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
