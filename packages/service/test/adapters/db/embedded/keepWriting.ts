/**
 * A process for the kill loop: opens the embedded database in the folder of its argument, prints what it holds, then
 * uploads for ever and prints the id of every upload once the database has acknowledged it.
 * @module
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { completionOf, newAsset, NOW, registerAccount, testRepositories, LEASE } from '../../../support/fixtures.ts';

export interface Held {
  /** Completed assets that have fingerprint, watermark and event. */
  readonly whole: readonly string[];
  /** Completed assets that miss one of them. */
  readonly torn: readonly string[];
  /** Organizations whose counter of uploads is not the number of their assets. */
  readonly miscounted: number;
}

const database = await openDatabase({ dataDir: process.argv[2]! });
const repositories = testRepositories(database);

const held = await database.read(async (queries): Promise<Held> => {
  const assets = await queries.execute<{ id: string; whole: boolean }>(sql`
    select id, exists (select 1 from fingerprints where asset_id = assets.id)
      and exists (select 1 from watermarks where asset_id = assets.id)
      and exists (select 1 from outbox where data ->> 'asset_id' = assets.id::text) as whole
    from assets where processing_status = 'completed'`);
  const miscounted = await queries.execute(sql`
    select 1 from quota_limits where uploads_count <>
      (select count(*) from assets where assets.organization_id = quota_limits.organization_id)`);
  const ids = (whole: boolean) => assets.rows.filter((row) => row.whole === whole).map((row) => row.id);
  return { whole: ids(true), torn: ids(false), miscounted: miscounted.rows.length };
});
process.stdout.write(`${JSON.stringify(held)}\n`);

const account = await registerAccount(repositories);
async function uploadForEver(): Promise<never> {
  for (;;) {
    const { lease } = await repositories.assets.begin(newAsset(account), LEASE);
    const { assetId: id } = lease;
    const event = {
      id: randomUUID(),
      organizationId: account.organizationId,
      event: 'asset.processed',
      timestamp: NOW,
      data: { asset_id: id, status: 'completed' },
    } as const;
    await repositories.assets.complete(lease, completionOf(), [event]);
    process.stdout.write(`${id}\n`);
  }
}
// Two at once, so that the kill meets transactions of different ages.
await Promise.all([uploadForEver(), uploadForEver()]);
