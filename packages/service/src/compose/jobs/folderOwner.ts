/** Who has the data folder: a command of the operator, or the service beside which it works. @module */
import { openDataFolder } from '../../adapters/dataFolder/dataFolder.ts';
import { FolderOwned } from '../../adapters/dataFolder/lock.ts';
import type { Config } from '../../config/config.ts';
import type { Lifecycle } from '../lifecycle.ts';

/** Null: this process, until `own` closes it. @throws {Error} with a sentence for the operator */
export async function folderOwner(
  config: Pick<Config, 'dataDir'>,
  own: Lifecycle<'data folder'>['own'],
): Promise<FolderOwned | null> {
  try {
    own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
    return null;
  } catch (cause) {
    if (cause instanceof FolderOwned) return cause;
    throw cause;
  }
}
