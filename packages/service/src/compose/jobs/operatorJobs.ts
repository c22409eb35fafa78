/** The service without its server: for commands of the operator on keys, archives and plans. @module */
import path from 'node:path';
import { systemClock } from '../../adapters/runtime/clock.ts';
import { connectControl } from '../../adapters/control/controlClient.ts';
import type { OpenDatabase } from '../../adapters/db/connection/open.ts';
import { createAssetQueries } from '../../adapters/db/assets/assetQueries.ts';
import { createDeadMails } from '../../adapters/db/mail/deadMails.ts';
import { createDeadLetters } from '../../adapters/db/operator/deadLetters.ts';
import { createRepositories } from '../../adapters/db/repositories.ts';
import { createEncryptionKeys } from '../../adapters/db/keys/encryptionKeys.ts';
import { organizationIdOf } from '../../adapters/db/organizations/organizationId.ts';
import { planLimitsWith } from '../../app/ports/accounts/planLimits.ts';
import { resealAll } from '../../adapters/db/keys/reseal.ts';
import { modelVersion } from '../../adapters/runtime/modelVersion.ts';
import { uuidV7Ids } from '../../adapters/ids/uuidV7.ts';
import { endSessionsOf, type SessionsEnded } from '../../app/accounts/sessions.ts';
import { beginAgain } from '../../app/operator/deadLetters.ts';
import type { Ports } from '../../app/ports/ports.ts';
import type { DeadLetter, DeadQueue } from '../../app/ports/runtime/deadLetters.ts';
import { checkArchive, checkDueArchives } from '../../app/archive/checkArchives.ts';
import { readArchive, repairFromArchive, type Restored } from '../../app/archive/restoreArchive.ts';
import {
  type LimitsChange,
  type LimitsSet,
  type PlanSet,
  setLimits,
  setPlan,
} from '../../app/organizations/setPlan.ts';
import type { Tier } from '../../app/ports/accounts/accounts.ts';
import type { ArchiveState } from '../../app/ports/content/archives.ts';
import type { KeyRotation, Resealed } from '../../app/ports/content/encryption.ts';
import type { AssetFiles, StoredVariant } from '../../app/ports/assets/storage.ts';
import type { Config } from '../../config/config.ts';
import { anonymousVerificationsPerDay, freePlanOf } from '../../config/ownMachine.ts';
import { type Embedded, embedStored } from '../embedding.ts';
import { holdStoreTo, openStore } from '../assetFiles.ts';
import { composeContent } from '../content.ts';
import { openServiceDatabase } from '../database.ts';
import { embedderFilesOf } from '../models.ts';
import { embeddingOf, VERSION } from '../ports.ts';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';
import { folderOwner } from './folderOwner.ts';
import { keyEncryptionKeyBefore, serviceSecrets } from '../secrets.ts';

export interface CheckedCid {
  readonly cid: string;
  readonly state: ArchiveState;
  readonly reason: string | null;
}

export interface OperatorJobs {
  /** All organizations that have an encryption key, or this one. */
  rotateEncryptionKeys(
    organizationId: string | null,
  ): Promise<readonly (KeyRotation & { readonly organizationId: string })[]>;
  /** Everything that the key encryption key before this one sealed. */
  reseal(): Promise<Resealed>;
  /** Every recorded archive; what is found is written down. Returns the ones that are not intact. */
  checkArchives(): Promise<readonly CheckedCid[]>;
  checkArchive(cid: string): Promise<CheckedCid>;
  /** The files of an archive, decrypted and checked. */
  readArchive(cid: string): Promise<Restored>;
  /** Puts back into the store what is missing or altered there. */
  repair(cid: string): Promise<readonly StoredVariant[]>;
  /** @param organization id or slug; @param plan null: confirms the one that its owner chose */
  setPlan(organization: string, plan: Tier | null): Promise<PlanSet>;
  /** @param organization id or slug */
  setLimits(organization: string, change: LimitsChange): Promise<LimitsSet>;
  /** Ends everything that lets somebody into an account. @throws {AppError} NOT_FOUND */
  endSessions(email: string, keepApiKeys: boolean): Promise<SessionsEnded>;
  /** What was given up, the latest first. */
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
  /** @returns why it cannot begin again; null: it does */
  beginAgain(queue: DeadQueue, id: string): Promise<string | null>;
  /** Fingerprints of the present embedders for all stored pictures, see embedding.ts. */
  embedAgain(progress: (done: number, all: number) => void): Promise<Embedded>;
  close(): Promise<void>;
}

/** What a running service does for commands beside it. Its own settings count: its keys, its embedders. */
export type ServedOperatorJobs = Omit<OperatorJobs, 'embedAgain' | 'close'> & {
  /** `embedAgain` of the service; how far it is stands in the service's log. */
  embedNow(): Promise<Embedded>;
};

const SERVED = [
  'rotateEncryptionKeys',
  'reseal',
  'embedNow',
  'checkArchives',
  'checkArchive',
  'readArchive',
  'repair',
  'setPlan',
  'setLimits',
  'endSessions',
  'deadLetters',
  'beginAgain',
] as const satisfies readonly (keyof ServedOperatorJobs)[];

/** The order in which they close: nobody else may have the folder while the database is open. */
const CLOSING_ORDER = ['database', 'control', 'data folder'] as const;

type Owned = Lifecycle<(typeof CLOSING_ORDER)[number]>;

/**
 * Through the service that owns the data folder, if one runs; with PostgreSQL beside it.
 * @throws {Error} with a sentence for the operator
 */
export async function openOperatorJobs(config: Config): Promise<OperatorJobs> {
  const lifecycle = createLifecycle(CLOSING_ORDER);
  try {
    const owner = await folderOwner(config, lifecycle.own);
    return owner && config.databaseUrl === null ? served(config, lifecycle) : await open(config, lifecycle);
  } catch (error) {
    await lifecycle.closeAll().catch(() => {});
    throw error;
  }
}

function served(config: Config, { own, closeAll }: Owned): OperatorJobs {
  const control = own('control', connectControl(config.dataDir), (held) => held.close());
  const { embedNow, ...jobs } = control.jobs<ServedOperatorJobs>('operator', SERVED);
  return {
    ...jobs,
    async embedAgain(progress) {
      const done = await embedNow();
      progress(done.embedded, done.embedded);
      return done;
    },
    close: closeAll,
  };
}

async function open(config: Config, { own, closeAll }: Owned): Promise<OperatorJobs> {
  const { keyEncryptionKey, watermarkKey } = await serviceSecrets(config, config.dataDir);
  const store = openStore(config, path.join(config.dataDir, 'files'));
  const { files } = store;
  const database = own('database', await openServiceDatabase(config, config.dataDir), (held) => held.close());
  await holdStoreTo(database, store);
  const ids = uuidV7Ids(systemClock);
  return {
    ...operatorJobsOver(config, { database, files, keyEncryptionKey }),
    embedAgain: (progress) => {
      const { files: readable } = composeContent(config, {
        database,
        files,
        keyEncryptionKey,
        clock: systemClock,
        ids,
      });
      return embedStored(config, { database, files: readable, ids }, watermarkKey, progress);
    },
    close: closeAll,
  };
}

interface Parts {
  readonly database: OpenDatabase;
  /** As they lie in the store. */
  readonly files: AssetFiles;
  readonly keyEncryptionKey: Uint8Array;
}

export function operatorJobsOver(
  config: Config,
  { database, files, keyEncryptionKey }: Parts,
): Omit<ServedOperatorJobs, 'embedNow'> {
  const clock = systemClock;
  const ids = uuidV7Ids(clock);
  const content = composeContent(config, { database, files, keyEncryptionKey, clock, ids });
  const repositories = createRepositories(database, {
    ids,
    clock,
    keyEncryptionKey,
    planLimits: planLimitsWith(freePlanOf(config)),
    anonymousVerificationsPerDay: anonymousVerificationsPerDay(config),
    enforceQuotas: true,
  });
  const { organizations, deliveredFiles } = repositories;
  const deps = { ...content, clock, deliveredFiles, assets: createAssetQueries(database) };
  const { files: readable, pins } = content;
  const dead = deadLettersOver(config, { ...repositories, database, files: readable, pins, clock, ids });
  return {
    async rotateEncryptionKeys(organizationId) {
      const all =
        organizationId === null ? await createEncryptionKeys(database, { ids }).organizationIds() : [organizationId];
      const rotations = [];
      for (const id of all) {
        const rotation = await content.assetKeys.rotate(id);
        if (rotation) rotations.push({ organizationId: id, ...rotation });
      }
      return rotations;
    },
    reseal: async () =>
      resealAll(database, { from: await keyEncryptionKeyBefore(config, config.dataDir), to: keyEncryptionKey }),
    async checkArchives() {
      const began = clock.now();
      const broken: CheckedCid[] = [];
      // Every archive whose last check was before this command began.
      while ((await content.archives.due(began, 1)).length > 0)
        for (const { record, state, reason } of await checkDueArchives(deps, began))
          broken.push({ cid: record.archiveCid, state, reason });
      return broken;
    },
    checkArchive: async (cid) => ({ cid, ...(await checkArchive(deps, cid)) }),
    readArchive: (cid) => readArchive(deps, cid),
    repair: (cid) => repairFromArchive(deps, cid),
    async setPlan(organization, plan) {
      const id = await organizationIdOf(database, organization);
      return setPlan({ organizations, clock, ids }, id, plan);
    },
    async setLimits(organization, change) {
      const id = await organizationIdOf(database, organization);
      return setLimits({ organizations, clock, ids }, id, change);
    },
    endSessions: (email, keepApiKeys) => endSessionsOf({ ...repositories, clock, ids }, email, keepApiKeys),
    ...dead,
  };
}

function deadLettersOver(
  config: Config,
  {
    database,
    ...ports
  }: Pick<Ports, 'assets' | 'deliveries' | 'imports' | 'pins' | 'files' | 'clock' | 'ids'> & Pick<Parts, 'database'>,
): Pick<OperatorJobs, 'deadLetters' | 'beginAgain'> {
  const letters = createDeadLetters(database);
  const deadMails = createDeadMails(database);
  const version = modelVersion(VERSION, embeddingOf(embedderFilesOf(config)));
  const deps = { ...ports, modelVersion: version, deadLetters: letters, deadMails };
  return {
    deadLetters: letters.list,
    beginAgain: (queue, id) => beginAgain(deps, queue, id),
  };
}
