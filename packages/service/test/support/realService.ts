/** The service on its real parts, in process: embedded database in memory or PostgreSQL, files in a temporary folder. @module */
import { createCondition } from '../../src/app/condition.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import type { EngineName } from '../../src/adapters/db/connection/database.ts';
import type { OpenDatabase } from '../../src/adapters/db/connection/open.ts';
import { createBackground } from '../../src/adapters/jobs/background.ts';
import { systemClock } from '../../src/adapters/runtime/clock.ts';
import type { SignerFiles } from '../../src/adapters/c2pa/claimSignature.ts';
import { createCredentials, type CredentialsSettings } from '../../src/adapters/c2pa/credentials.ts';
import { NO_TRUST } from '../../src/adapters/c2pa/trustLists.ts';
import { makeDevelopmentChain } from '../../src/adapters/c2pa/developmentChain.ts';
import { createEngine } from '../../src/adapters/engine/engine.ts';
import { openSearch } from '../../src/adapters/searchIndex/openSearch.ts';
import { createFileAssetFiles } from '../../src/adapters/storage/fileAssetFiles.ts';
import { createFileStoreKeeping } from '../../src/adapters/storage/fileStoreKeeping.ts';
import type { Credentials } from '../../src/app/ports/credentials/credentials.ts';
import type { Engine } from '../../src/app/ports/verify/engine.ts';
import type { Ports } from '../../src/app/ports/ports.ts';
import { readConfig } from '../../src/config/config.ts';
import { buildApp } from '../../src/http/app.ts';
import { bodyLimits } from '../../src/http/request/bodies/memoryBudget.ts';
import type { App } from '../../src/http/httpDeps.ts';
import { openImportSources } from '../../src/compose/imports.ts';
import { composePorts, VERSION } from '../../src/compose/ports.ts';
import { memoryMailer } from '../fakes/memoryMailer.ts';
import { openTestDatabase } from './testDatabase.ts';

export interface RealService {
  readonly app: App;
  readonly ports: Ports;
  readonly database: OpenDatabase;
  close(): Promise<void>;
}

/** Content Credentials of a signer that nobody trusts, with no trust list. */
export const signedBy = (signer: SignerFiles): CredentialsSettings => ({
  trust: NO_TRUST,
  signing: { signer, version: '0.1.0', namespace: 'test.assay' },
  namespace: 'test.assay',
  startedAhead: 0,
});

/** Threads with decoders, OpenCV and networks take seconds to start and keep nothing of a request: one set a worker. */
const shared: { engine?: Engine; credentials?: Credentials } = {};

/**
 * @param own parts for this service alone, which its caller closes; default those that all services of a worker share
 * @param settings as of the environment
 */
export async function startRealService(
  engineName: EngineName = 'embedded',
  own: typeof shared = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<RealService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-contract-'));
  const { database, remove } = await openTestDatabase(engineName);
  const engine = own.engine ?? (shared.engine ??= createEngine({ watermarkKey: Buffer.alloc(32, 5), threads: 2 }));
  const credentials =
    own.credentials ?? (shared.credentials ??= createCredentials(signedBy(makeDevelopmentChain(new Date()))));
  const search = openSearch(database, systemClock);
  const home = path.join(folder, 'files');
  const files = createFileAssetFiles(home);
  const storeKeeping = createFileStoreKeeping(home, systemClock.now);
  const secrets = {
    jwt: [Buffer.alloc(32, 4)] as const,
    watermarkKey: Buffer.alloc(32, 5),
    keyEncryptionKey: Buffer.alloc(32, 6),
    urlSigningKey: Buffer.alloc(32, 8),
  };
  const config = readConfig(settings);
  const background = createBackground((error) => {
    throw error;
  });
  const mailer = memoryMailer();
  const ports = await composePorts(config, {
    database,
    engine,
    search,
    credentials,
    files,
    storeKeeping,
    importSources: await openImportSources(config, folder, secrets.keyEncryptionKey),
    mailer,
    background,
    secrets,
  });
  const app = await buildApp(
    {
      ports,
      probes: { database, log: createCondition(), mails: createCondition(), models: { check: () => engine.healthy() } },
      settings: {
        version: VERSION,
        modelHashes: {},
        publicBaseUrl: () => 'http://assay.test',
        securityContacts: ['mailto:security@example.org'],
        corsOrigins: [],
        signInReturnTo: [],
        trustProxy: [],
        requestTimeoutS: 60,
        connections: { openMax: 0, perMinuteMax: 0 },
        bodies: bodyLimits(4 * 2 ** 30),
        docs: true,
        webPages: null,
        leaving: () => false,
        draining: () => false,
      },
    },
    pino({ level: 'silent' }),
  );
  await app.ready();
  return {
    app,
    ports,
    database,
    async close() {
      await app.close();
      await background.settled();
      await search.close();
      await remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
