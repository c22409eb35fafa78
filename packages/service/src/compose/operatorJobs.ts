/** The service without its server: for commands of the operator on keys, archives and plans. @module */
import path from 'node:path';
import { systemClock } from '../adapters/runtime/clock.ts';
import { openDataFolder } from '../adapters/dataFolder/dataFolder.ts';
import { createAssetQueries } from '../adapters/db/assets/assetQueries.ts';
import { createEncryptionKeys } from '../adapters/db/keys/encryptionKeys.ts';
import { organizationIdOf } from '../adapters/db/organizations/organizationId.ts';
import { createOrganizations } from '../adapters/db/organizations/organizations.ts';
import { planLimitsWith } from '../adapters/db/organizations/planLimits.ts';
import { resealAll } from '../adapters/db/keys/reseal.ts';
import { uuidV7Ids } from '../adapters/ids/uuidV7.ts';
import { checkArchive, checkDueArchives } from '../app/archive/checkArchives.ts';
import { readArchive, repairFromArchive, type Restored } from '../app/archive/restoreArchive.ts';
import { type LimitsChange, type LimitsSet, type PlanSet, setLimits, setPlan } from '../app/organizations/setPlan.ts';
import type { Tier } from '../app/ports/accounts/accounts.ts';
import type { ArchiveState } from '../app/ports/content/archives.ts';
import type { KeyRotation, Resealed } from '../app/ports/content/encryption.ts';
import type { StoredVariant } from '../app/ports/assets/storage.ts';
import type { Config } from '../config/config.ts';
import { type Embedded, embedStored } from './embedding.ts';
import { holdStoreTo, openStore } from './assetFiles.ts';
import { composeContent } from './content.ts';
import { openServiceDatabase } from './database.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { keyEncryptionKeyBefore, serviceSecrets } from './secrets.ts';

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
  /** Fingerprints of the present embedders for all stored pictures, see embedding.ts. */
  embedAgain(progress: (done: number, all: number) => void): Promise<Embedded>;
  close(): Promise<void>;
}

/** The order in which they close: nobody else may have the folder while the database is open. */
const CLOSING_ORDER = ['database', 'data folder'] as const;

/** @throws {Error} with a sentence for the operator, such as when a service runs on the same data folder */
export async function openOperatorJobs(config: Config): Promise<OperatorJobs> {
  const lifecycle = createLifecycle(CLOSING_ORDER);
  try {
    return await open(config, lifecycle);
  } catch (error) {
    await lifecycle.closeAll().catch(() => {});
    throw error;
  }
}

async function open(config: Config, lifecycle: Lifecycle<(typeof CLOSING_ORDER)[number]>): Promise<OperatorJobs> {
  const { own, closeAll } = lifecycle;
  const folder = own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
  const { keyEncryptionKey, watermarkKey } = await serviceSecrets(config, folder.path);
  const store = openStore(config, path.join(folder.path, 'files'));
  const { files } = store;
  const database = own('database', await openServiceDatabase(config, folder.path), (held) => held.close());
  await holdStoreTo(database, store);
  const clock = systemClock;
  const ids = uuidV7Ids(clock);
  const content = composeContent(config, { database, files, keyEncryptionKey, clock, ids });
  const organizations = createOrganizations(database, {
    ids,
    clock,
    keyEncryptionKey,
    planLimits: planLimitsWith(config),
    anonymousVerificationsPerDay: config.anonymousVerificationsPerDay,
    enforceQuotas: true,
  });
  const deps = { ...content, clock, assets: createAssetQueries(database) };
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
      resealAll(database, { from: await keyEncryptionKeyBefore(config, folder.path), to: keyEncryptionKey }),
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
    embedAgain: (progress) => embedStored(config, { database, files: content.files, ids }, watermarkKey, progress),
    close: closeAll,
  };
}
