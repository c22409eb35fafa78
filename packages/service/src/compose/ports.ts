/** The second half of the composition root: every port over its adapter. @module */
import { readFileSync } from 'node:fs';
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { systemClock } from '../adapters/runtime/clock.ts';
import { newProcessId } from '../adapters/runtime/processId.ts';
import { liveVerifications } from '../adapters/runtime/liveVerifications.ts';
import { createSharedWork } from '../adapters/runtime/sharedWork.ts';
import { systemTimers } from '../adapters/runtime/timers.ts';
import { contentIdentifiers } from '../adapters/content/contentIdentifiers.ts';
import type { Database } from '../adapters/db/connection/database.ts';
import { planLimitsWith } from '../app/ports/accounts/planLimits.ts';
import { createRepositories } from '../adapters/db/repositories.ts';
import type { RedisConnection } from '../adapters/limits/redis.ts';
import { createEmbeddedLedger } from '../adapters/ledger/embedded/embeddedLedger.ts';
import { keySecrets } from '../adapters/crypto/keySecrets.ts';
import { deriveKey } from '../adapters/crypto/deriveKey.ts';
import { createTraces } from '../adapters/traces/createTraces.ts';
import { currentTenant } from '../adapters/runtime/currentTenant.ts';
import { currentWork } from '../adapters/runtime/currentWork.ts';
import { digests } from '../adapters/crypto/digests.ts';
import { addressRules } from '../adapters/limits/addressRules.ts';
import { BUILT_IN, type EmbedderFiles, openEmbedders } from '../adapters/models/embedders.ts';
import { modelVersion } from '../adapters/runtime/modelVersion.ts';
import { createIdentityProviders, type ProviderSettings } from '../adapters/oauth/identityProviders.ts';
import { oneTimeTokens } from '../adapters/crypto/oneTimeTokens.ts';
import { createPasswordHasher } from '../adapters/crypto/passwords.ts';
import type { Search } from '../adapters/searchIndex/openSearch.ts';
import { createStateTokens } from '../adapters/crypto/stateTokens.ts';
import { createTokens } from '../adapters/crypto/tokens.ts';
import { createUrlSigner } from '../adapters/crypto/urlSigner.ts';
import { uuidV7Ids } from '../adapters/ids/uuidV7.ts';
import type { Credentials } from '../app/ports/credentials/credentials.ts';
import type { Engine } from '../app/ports/verify/engine.ts';
import type { Embedding } from '../app/ports/assets/fingerprints.ts';
import type { Background, Clock, Ids } from '../app/ports/runtime/runtime.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Ledger } from '../app/ports/ledger/ledger.ts';
import type { Mailer } from '../app/ports/delivery/mail.ts';
import type { AssetFiles } from '../app/ports/assets/storage.ts';
import type { ImportSources } from '../app/ports/imports/importSources.ts';
import type { StoreKeeping } from '../app/ports/assets/storeKeeping.ts';
import type { Config } from '../config/config.ts';
import { anonymousVerificationsPerDay, freePlanOf } from '../config/ownMachine.ts';
import { logOriginOf } from '../config/log.ts';
import { composeContent, type ContentSettings } from './content.ts';
import { composeLimits, type LimitSettings } from './limits.ts';
import type { ServiceSecrets } from './secrets.ts';
import { composeAddressGuard } from './webhooks.ts';

export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** What an engine embeds with. @throws {ModelError} naming the setting, the file and the remedy */
export function embeddingOf(files: EmbedderFiles): Embedding {
  const { embedders, similarity } = openEmbedders(files);
  return { model: embeddingModelOf(embedders), similarity };
}

export interface ServiceParts {
  readonly database: Database;
  readonly engine: Engine;
  /** What the engine embeds with; default the built-in embedders. */
  readonly embedding?: Embedding;
  readonly search: Search;
  readonly credentials: Credentials;
  readonly files: AssetFiles;
  readonly storeKeeping: StoreKeeping;
  readonly importSources: ImportSources;
  readonly mailer: Mailer;
  readonly background: Background;
  readonly secrets: ServiceSecrets;
  /** Default: an embedded one in memory, which starts at its first use. */
  readonly ledger?: Ledger;
  /** Default: reports are printed in this thread. */
  readonly reportPrinter?: Ports['reportPrinter'];
  /** Default: nobody collects spans. */
  readonly traces?: Ports['traces'];
  /** Null or absent: this process counts requests by itself. */
  readonly redis?: RedisConnection | null;
}

type PortSettings = Pick<
  Config,
  | 'anonymousVerificationsPerDay'
  | 'freeVerificationsPerDay'
  | 'freeUploadsPerMonth'
  | 'allowPrivateWebhooks'
  | 'logOrigin'
  | 'publicBaseUrl'
  | 'host'
  | 'trustProxy'
> &
  ContentSettings &
  ProviderSettings &
  LimitSettings;

/** Far fewer than may wait for the engine: a gallery whose previews are gone refuses nobody's upload. */
const PREVIEWS_AT_ONCE = 4;

/** Every port over its adapter. */
export async function composePorts(config: PortSettings, parts: ServiceParts): Promise<Ports> {
  const { database, engine, credentials, files, mailer, background, secrets } = parts;
  const embedding = parts.embedding ?? embeddingOf(BUILT_IN);
  const clock = systemClock;
  const ids = uuidV7Ids(clock);
  const { keyEncryptionKey } = secrets;
  return {
    ...composeRepositories(config, parts, clock, ids),
    ...composeContent(config, { database, files, keyEncryptionKey, clock, ids }),
    ...(await composeAuthentication(config, secrets, clock, ids)),
    ...composeLimits(config, clock, parts.redis ?? null),
    storeKeeping: parts.storeKeeping,
    importSources: parts.importSources,
    mailer,
    engine,
    credentials,
    clock,
    ids,
    digests,
    currentTenant,
    traces: parts.traces ?? createTraces(null),
    currentWork,
    previewWork: createSharedWork(PREVIEWS_AT_ONCE),
    addressRules,
    reportPrinter: parts.reportPrinter ?? { pdf: printHere, signedPdf: printHere },
    background,
    contentIdentifiers,
    addressGuard: composeAddressGuard(config),
    modelVersion: modelVersion(VERSION, embedding),
    embedding,
    timers: systemTimers,
    liveVerifications: liveVerifications(),
    processId: newProcessId(),
    ledger: parts.ledger ?? ledgerInMemory(),
    commitmentsInFlight: new Set(),
  };
}

/** Loaded when the first report is printed: a service prints in another thread. */
const printHere: Ports['reportPrinter']['pdf'] = async (report) =>
  (await import('../adapters/pdf/printReport.ts')).printReport(report);

/** What lies in the database, and what is found there by likeness. */
function composeRepositories(
  config: PortSettings,
  { database, search, secrets }: ServiceParts,
  clock: Clock,
  ids: Ids,
): ReturnType<typeof createRepositories> & Pick<Ports, 'localSearch'> {
  const repositories = createRepositories(database, {
    ids,
    clock,
    keyEncryptionKey: secrets.keyEncryptionKey,
    planLimits: planLimitsWith(freePlanOf(config)),
    anonymousVerificationsPerDay: anonymousVerificationsPerDay(config),
    logOrigin: logOriginOf(config),
    enforceQuotas: true,
  });
  return {
    ...repositories,
    assets: { ...repositories.assets, ...(search.nearest ? { nearest: search.nearest } : {}) },
    localSearch: search.localSearch,
  };
}

/** Passwords, keys, and everything that the service signs and later knows again as its own. */
async function composeAuthentication(config: ProviderSettings, secrets: ServiceSecrets, clock: Clock, ids: Ids) {
  const { jwt, urlSigningKey } = secrets;
  return {
    passwords: await createPasswordHasher(),
    tokens: createTokens({ secrets: jwt }, clock, ids),
    oneTimeTokens,
    stateTokens: createStateTokens(deriveKey(urlSigningKey, 'state tokens'), clock),
    identityProviders: createIdentityProviders(config),
    keySecrets,
    urlSigner: createUrlSigner(urlSigningKey, clock),
  };
}

const ledgerInMemory = (): Ledger =>
  createEmbeddedLedger({
    folder: null,
    network: 'devnet',
    report: (cause) => {
      throw cause;
    },
  });
