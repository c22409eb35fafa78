/** The second half of the composition root: every port over its adapter. @module */
import { readFileSync } from 'node:fs';
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { systemClock } from './adapters/clock.ts';
import { contentIdentifiers } from './adapters/content/contentIdentifiers.ts';
import type { Database } from './adapters/db/database.ts';
import { type FreePlanSettings, planLimitsWith } from './adapters/db/planLimits.ts';
import { createRepositories } from './adapters/db/repositories.ts';
import { createSearchRows } from './adapters/db/searchRows.ts';
import type { RedisConnection } from './adapters/limits/redis.ts';
import { createEmbeddedLedger } from './adapters/ledger/embedded/embeddedLedger.ts';
import { keySecrets } from './adapters/keySecrets.ts';
import { deriveKey } from './adapters/deriveKey.ts';
import { BUILT_IN, type EmbedderFiles, openEmbedders } from './adapters/models/embedders.ts';
import { modelVersion } from './adapters/modelVersion.ts';
import { createIdentityProviders, type ProviderSettings } from './adapters/oauth/identityProviders.ts';
import { oneTimeTokens } from './adapters/oneTimeTokens.ts';
import { createPasswordHasher } from './adapters/passwords.ts';
import { createLocalSearch } from './adapters/searchIndex/localSearch.ts';
import { createScannedNearest } from './adapters/searchIndex/scannedNearest.ts';
import type { SearchIndex } from './adapters/searchIndex/searchIndex.ts';
import { createSeals } from './adapters/seals.ts';
import { createTokens } from './adapters/tokens.ts';
import { createUrlSigner } from './adapters/urlSigner.ts';
import { uuidV7Ids } from './adapters/uuidV7.ts';
import type { Credentials } from './app/ports/credentials.ts';
import type { Engine } from './app/ports/engine.ts';
import type { Embedding } from './app/ports/fingerprints.ts';
import type { Background } from './app/ports/runtime.ts';
import type { Ports } from './app/ports/ports.ts';
import type { Ledger } from './app/ports/ledger.ts';
import type { Mailer } from './app/ports/mail.ts';
import type { AssetFiles } from './app/ports/storage.ts';
import type { Config } from './config.ts';
import { logOriginOf } from './configLog.ts';
import { composeContent, type ContentSettings } from './mainContent.ts';
import { composeLimits, type LimitSettings } from './mainLimits.ts';
import type { ServiceSecrets } from './mainSecrets.ts';
import { composeAddressGuard } from './mainWebhooks.ts';

export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
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
  readonly searchIndex: SearchIndex;
  readonly credentials: Credentials;
  readonly files: AssetFiles;
  readonly mailer: Mailer;
  readonly background: Background;
  readonly secrets: ServiceSecrets;
  /** Default: an embedded one in memory, which starts at its first use. */
  readonly ledger?: Ledger;
  /** Null or absent: this process counts requests by itself. */
  readonly redis?: RedisConnection | null;
}

type PortSettings = Pick<
  Config,
  | 'uploadBytesMax'
  | 'billingMode'
  | 'ownedOrganizationsMax'
  | 'passwordCharsMin'
  | 'requireVerifiedEmail'
  | 'allowPrivateWebhooks'
  | 'logOrigin'
  | 'publicBaseUrl'
> &
  ContentSettings &
  ProviderSettings &
  LimitSettings &
  FreePlanSettings;

/** Every port over its adapter. */
export async function composePorts(
  config: PortSettings,
  {
    database,
    engine,
    searchIndex,
    credentials,
    files,
    mailer,
    background,
    secrets,
    redis,
    ledger,
    ...parts
  }: ServiceParts,
): Promise<Ports> {
  const embedding = parts.embedding ?? embeddingOf(BUILT_IN);
  const clock = systemClock;
  const ids = uuidV7Ids(clock);
  const { keyEncryptionKey, urlSigningKey } = secrets;
  const { rateLimiter, loginGuard, limits } = composeLimits(config, clock, redis ?? null);
  const repositories = createRepositories(database, {
    ids,
    clock,
    keyEncryptionKey,
    planLimits: planLimitsWith(config),
    logOrigin: logOriginOf(config),
    enforceQuotas: true,
  });
  const searchRows = createSearchRows(database);
  const scanned = { nearest: createScannedNearest(searchIndex, searchRows, repositories.assets.nearest) };
  return {
    ...repositories,
    assets: { ...repositories.assets, ...(database.engine === 'embedded' ? scanned : {}) },
    ...composeContent(config, { database, files, keyEncryptionKey, clock, ids }),
    mailer,
    engine,
    localSearch: createLocalSearch(searchIndex, searchRows),
    credentials,
    clock,
    ids,
    passwords: await createPasswordHasher(),
    tokens: createTokens({ secrets: secrets.jwt }, clock, ids),
    oneTimeTokens,
    seals: createSeals(deriveKey(urlSigningKey, 'seals'), clock),
    identityProviders: createIdentityProviders(config),
    background,
    keySecrets,
    urlSigner: createUrlSigner(urlSigningKey, clock),
    contentIdentifiers,
    addressGuard: composeAddressGuard(config),
    rateLimiter,
    loginGuard,
    limits: {
      uploadBytesMax: config.uploadBytesMax,
      encryptAtRest: config.encryptAtRest,
      billingMode: config.billingMode,
      ownedOrganizationsMax: config.ownedOrganizationsMax,
      passwordCharsMin: config.passwordCharsMin,
      requireVerifiedEmail: config.requireVerifiedEmail,
      ...limits,
    },
    modelVersion: modelVersion(VERSION, embedding),
    embedding,
    inFlight: new Set(),
    ledger:
      ledger ??
      createEmbeddedLedger({
        folder: null,
        network: 'devnet',
        report: (cause) => {
          throw cause;
        },
      }),
    commitmentsInFlight: new Set(),
  };
}
