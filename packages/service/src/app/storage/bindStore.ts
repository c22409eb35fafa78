/** The store of pictures and the database belong together, and a start that finds them apart goes no further. @module */
import type { AssetFiles } from '../ports/assets/storage.ts';
import type { BoundDatabase, StoreKeeping } from '../ports/assets/storeKeeping.ts';

/** The database in use is not the one that the store belongs to. The message tells the operator what to do. */
export class StoreMismatchError extends Error {
  constructor(finding: string) {
    super(
      `${finding} Nothing was changed. Check DATABASE_URL, ASSAY_DATA_DIR and ASSAY_STORAGE_URL. If the two do belong ` +
        'together, for instance after a move, say so with: assay store adopt',
    );
    this.name = 'StoreMismatchError';
  }
}

interface Deps {
  readonly files: Pick<AssetFiles, 'listAssetIds'>;
  readonly storeKeeping: Pick<StoreKeeping, 'owner' | 'claim'>;
}

/**
 * A new store becomes that of the database. A sweep that trusted another database would find every picture unknown.
 * @throws {StoreMismatchError}
 */
export async function bindStore({ files, storeKeeping }: Deps, database: BoundDatabase): Promise<void> {
  const owner = await storeKeeping.owner();
  if (owner === database.id) return;
  if (owner !== null)
    throw new StoreMismatchError(`The store of pictures belongs to database ${owner}, but this is ${database.id}.`);
  if (await hasFiles(files))
    throw new StoreMismatchError('The store holds pictures, but does not say which database they belong to.');
  if (await database.hasAssets())
    throw new StoreMismatchError('The database knows pictures, but the store is empty and was never used with it.');
  await storeKeeping.claim(database.id);
}

const hasFiles = async (files: Pick<AssetFiles, 'listAssetIds'>): Promise<boolean> =>
  !(await files.listAssetIds()[Symbol.asyncIterator]().next()).done;
