/** The service on its real parts, in process: embedded database in memory or PostgreSQL, files in a temporary folder. @module */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import type { EngineName } from '../../src/adapters/db/database.ts';
import { createBackground } from '../../src/adapters/background.ts';
import { systemClock } from '../../src/adapters/clock.ts';
import { createSearchRows } from '../../src/adapters/db/searchRows.ts';
import type { SignerFiles } from '../../src/adapters/c2pa/claimSignature.ts';
import { createCredentials, type CredentialsSettings } from '../../src/adapters/c2pa/credentials.ts';
import { makeDevelopmentChain } from '../../src/adapters/c2pa/developmentChain.ts';
import { createEngine } from '../../src/adapters/engine/engine.ts';
import { createSearchIndex } from '../../src/adapters/searchIndex/searchIndex.ts';
import { createFileAssetFiles } from '../../src/adapters/storage/fileAssetFiles.ts';
import type { Ports } from '../../src/app/ports/ports.ts';
import { readConfig } from '../../src/config.ts';
import { buildApp } from '../../src/http/app.ts';
import type { App } from '../../src/http/httpDeps.ts';
import { composePorts, VERSION } from '../../src/mainPorts.ts';
import { memoryMailer } from '../fakes/memoryMailer.ts';
import { openTestDatabase } from './testDatabase.ts';

export interface RealService {
  readonly app: App;
  readonly ports: Ports;
  close(): Promise<void>;
}

/** Content Credentials of a signer that nobody trusts, with no trust list. */
export const signedBy = (signer: SignerFiles): CredentialsSettings => ({
  trust: { anchors: '', allowed: '', purposes: '' },
  signing: { signer, version: '0.1.0', namespace: 'test.assay' },
  namespace: 'test.assay',
});

export async function startRealService(engineName: EngineName = 'embedded'): Promise<RealService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-contract-'));
  const { database, remove } = await openTestDatabase(engineName);
  const engine = createEngine({ watermarkKey: Buffer.alloc(32, 5), threads: 2 });
  const credentials = createCredentials(signedBy(makeDevelopmentChain(new Date())));
  const searchIndex = createSearchIndex(createSearchRows(database), systemClock);
  const files = createFileAssetFiles(path.join(folder, 'files'));
  const secrets = {
    jwt: [Buffer.alloc(32, 4)] as const,
    watermarkKey: Buffer.alloc(32, 5),
    keyEncryptionKey: Buffer.alloc(32, 6),
    urlSigningKey: Buffer.alloc(32, 8),
  };
  const config = readConfig({});
  const background = createBackground((error) => {
    throw error;
  });
  const mailer = memoryMailer();
  const ports = await composePorts(config, {
    database,
    engine,
    searchIndex,
    credentials,
    files,
    mailer,
    background,
    secrets,
  });
  const app = await buildApp(
    {
      ports,
      probes: { database, models: { check: () => engine.healthy() } },
      settings: {
        version: VERSION,
        publicBaseUrl: () => 'http://assay.test',
        securityContacts: ['mailto:security@example.org'],
        corsOrigins: [],
        signInReturnTo: [],
        trustProxy: [],
        requestTimeoutS: 60,
        docs: true,
        webPages: null,
        draining: () => false,
      },
    },
    pino({ level: 'silent' }),
  );
  await app.ready();
  return {
    app,
    ports,
    async close() {
      await app.close();
      await background.settled();
      await engine.close();
      await credentials.close();
      await searchIndex.close();
      await remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
