/** Who this database is. A copy or a restored backup is the same one: it knows the same pictures. @module */
import type { BoundDatabase } from '../../../app/ports/assets/storeKeeping.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import { assets } from '../schema/assets.ts';
import { databaseIdentity } from '../schema/service.ts';
import type { Database, Queries } from './database.ts';

const THE_ROW = 1;

/** The identity is made when it is first asked for; of several processes all get the same one. */
export async function identifyDatabase(database: Database, ids: Pick<Ids, 'uuid'>): Promise<BoundDatabase> {
  const id = (await database.read(findId)) ?? (await makeId(database, ids.uuid()));
  return {
    id,
    hasAssets: async () =>
      (await database.read((queries) => queries.select({ id: assets.id }).from(assets).limit(1))).length > 0,
  };
}

const findId = async (queries: Queries): Promise<string | undefined> =>
  (await queries.select().from(databaseIdentity).limit(1))[0]?.databaseId;

const makeId = (database: Database, databaseId: string): Promise<string> =>
  database.write(async (transaction) => {
    await transaction.insert(databaseIdentity).values({ id: THE_ROW, databaseId }).onConflictDoNothing();
    const kept = await findId(transaction);
    if (kept === undefined) throw new Error('the identity of the database was written and is not there');
    return kept;
  });
