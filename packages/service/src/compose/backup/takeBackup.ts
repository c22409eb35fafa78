/** Takes a backup of the service that the settings describe, beside it when it runs. @module */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beginDraft } from '../../adapters/backup/draftFolder.ts';
import { type KeptNow, keptFilesOf } from '../../adapters/backup/keptFiles.ts';
import { keyChecks } from '../../adapters/backup/manifest.ts';
import { connectControl } from '../../adapters/control/controlClient.ts';
import { digests } from '../../adapters/crypto/digests.ts';
import { openDataFolder } from '../../adapters/dataFolder/dataFolder.ts';
import { FolderOwned } from '../../adapters/dataFolder/lock.ts';
import { hasSecrets } from '../../adapters/dataFolder/secrets.ts';
import type { Database } from '../../adapters/db/connection/database.ts';
import { openDatabase } from '../../adapters/db/connection/open.ts';
import { createDatabaseDump } from '../../adapters/db/dump/databaseDump.ts';
import { stillNamedIn } from '../../adapters/db/dump/namedFiles.ts';
import { uuidV7Ids } from '../../adapters/ids/uuidV7.ts';
import { systemClock } from '../../adapters/runtime/clock.ts';
import { type BackupTaken, takeBackup } from '../../app/backup/takeBackup.ts';
import { BackupRefused } from '../../app/ports/backup/backup.ts';
import type { DatabaseDump } from '../../app/ports/backup/databaseDump.ts';
import type { StillNamed } from '../../app/ports/backup/storedFiles.ts';
import type { Config } from '../../config/config.ts';
import { openStore } from '../assetFiles.ts';
import { composeContent } from '../content.ts';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';
import { VERSION } from '../ports.ts';
import { secretsInSettings, serviceSecrets } from '../secrets.ts';

const CLOSING_ORDER = ['database', 'copy', 'control', 'data folder'] as const;
type Owned = Lifecycle<(typeof CLOSING_ORDER)[number]>;

/** What a backup reads besides files. */
interface Source {
  readonly database: Database;
  readonly dump: DatabaseDump;
  readonly kept: () => Promise<readonly KeptNow[]>;
  readonly stillNamed: StillNamed;
  /** Why the source may have failed, if it did. */
  readonly excuse: () => string | null;
}

/**
 * @param target a folder that is not there yet @param progress told after every file
 * @throws {BackupRefused} with a sentence for the operator
 */
export async function backUp(config: Config, target: string, progress: (files: number) => void): Promise<BackupTaken> {
  const secrets = await secretsOf(config);
  const draft = await beginDraft(target, secrets);
  const lifecycle: Owned = createLifecycle(CLOSING_ORDER);
  let source: Source | undefined;
  try {
    source = await openSource(config, lifecycle);
    const store = openStore(config, path.join(config.dataDir, 'files'));
    const { keyEncryptionKey } = secrets;
    const ids = uuidV7Ids(systemClock);
    const parts = { database: source.database, files: store.files, keyEncryptionKey, clock: systemClock, ids };
    const { elsewhere } = secretsInSettings(config);
    return await takeBackup(
      {
        ...source,
        ...composeContent(config, parts),
        storedFiles: store.files,
        storeKeeping: store.storeKeeping,
        digests,
        draft,
      },
      {
        id: ids.uuid(),
        madeAt: systemClock.now(),
        version: VERSION,
        keys: keyChecks(secrets),
        secretsElsewhere: elsewhere,
      },
      source.kept,
      progress,
    );
  } catch (cause) {
    await draft.abandon();
    const excuse = source?.excuse();
    throw excuse ? new BackupRefused(excuse) : cause;
  } finally {
    await lifecycle.closeAll();
  }
}

/** Those of the service; a backup makes none. */
async function secretsOf(config: Config): ReturnType<typeof serviceSecrets> {
  if (!secretsInSettings(config).areAll && !(await hasSecrets(config.dataDir)))
    throw new BackupRefused(
      `No service has its secrets in ${config.dataDir}. Name its folder with ASSAY_DATA_DIR, or set its secrets as it has them.`,
    );
  return serviceSecrets(config, config.dataDir);
}

async function openSource(config: Config, { own }: Owned): Promise<Source> {
  const kept = (): Promise<readonly KeptNow[]> => keptFilesOf(config.dataDir);
  if (config.databaseUrl !== null) {
    const database = own('database', await openDatabase({ url: config.databaseUrl }), (held) => held.close());
    const dump = unmovedDump(createDatabaseDump(database), kept);
    return { database, dump, kept, stillNamed: stillNamedIn(database), excuse: () => null };
  }
  if (!existsSync(path.join(config.dataDir, 'database')))
    throw new BackupRefused(
      `There is no database in ${config.dataDir}. Name the service's folder with ASSAY_DATA_DIR.`,
    );
  try {
    own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
  } catch (cause) {
    if (cause instanceof FolderOwned) return copyOfRunning(config.dataDir, { own });
    throw cause;
  }
  const database = own('database', await openDatabase({ dataDir: config.dataDir }), (held) => held.close());
  const dump = createDatabaseDump(database);
  return { database, dump, kept, stillNamed: stillNamedIn(database), excuse: () => null };
}

/** The service goes on with the database; this process opens a copy that is of one moment. */
async function copyOfRunning(dataDir: string, { own }: Pick<Owned, 'own'>): Promise<Source> {
  const control = own('control', connectControl(dataDir), (held) => held.close());
  const copy = own('copy', await control.copyDatabase(), (held) => held.release());
  const database = own('database', await openDatabase({ dataDir: copy.folder }), (held) => held.close());
  return {
    database,
    dump: createDatabaseDump(database),
    kept: () => keptFilesOf(copy.folder),
    stillNamed: control.stillNamed,
    excuse: () => (copy.isLost() ? 'The service ended while its backup was taken. Take it again.' : null),
  };
}

/** How often a moment is looked for at which nothing is being written to the ledger or signed. */
const ATTEMPTS = 200;

/**
 * The files of the data folder lie outside of PostgreSQL, so its moment is one at which they did not change: what the
 * rows call confirmed is in the ledger then, and what is in the ledger is known to the rows.
 */
function unmovedDump(dump: DatabaseDump, kept: () => Promise<readonly KeptNow[]>): DatabaseDump {
  const states = async (): Promise<string> => JSON.stringify((await kept()).map((file) => [file.path, file.state]));
  return {
    async atOneMoment(work) {
      const moved = Symbol('moved');
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const before = await states();
        const done = await dump.atOneMoment(async (state) => (before === (await states()) ? work(state) : moved));
        if (done !== moved) return done as Awaited<ReturnType<typeof work>>;
      }
      throw new BackupRefused('The ledger in the data folder changes all the time. Take the backup in a quieter hour.');
    },
  };
}
