/** Which files the rows name, and whether they still do. @module */
import { CID } from 'multiformats/cid';
import { and, eq } from 'drizzle-orm';
import { isStoredVariant } from '../../../app/ports/assets/storage.ts';
import type { FilePlace, NamedFile, StillNamed } from '../../../app/ports/backup/storedFiles.ts';
import type { Database } from '../connection/database.ts';
import { assets, recipientCopies } from '../schema/assets.ts';

const COPY_PREFIX = 'copy-';

/** The name under which the holder of the lease wrote its files, as `fencedVariant` gives it. */
const FENCE = `case when files_number = 1 then '' else '-' || files_number end`;

/**
 * An upload is `completed` by the statement that names its marked file; before that, and after a failure, the original may be there.
 * A preview may go from the store at any time: it is made again.
 */
const PICTURES = `
  select id::text as "assetId", 'original' as variant, content_hash as "contentSha256", is_encrypted as "isEncrypted",
         processing_status = 'completed' as "isRequired"
    from assets
  union all
  select id::text, 'watermarked' || ${FENCE}, watermarked_content_hash, is_encrypted, true
    from assets where processing_status = 'completed' and watermarked_content_hash is not null
  union all
  select id::text, 'preview' || ${FENCE}, null, is_encrypted, false
    from assets where processing_status = 'completed' and preview_size_bytes is not null
  union all
  select c.asset_id::text, '${COPY_PREFIX}' || c.id, c.content_hash, a.is_encrypted, true
    from recipient_copies c join assets a on a.id = c.asset_id
   order by 1, 2`;

const ARCHIVES = 'select distinct archive_cid as cid from archives order by 1';

interface PictureRow extends Omit<NamedFile, 'place'> {
  readonly assetId: string;
  readonly variant: string;
}

/** @param read gives the rows of a query one by one */
export async function* namedFiles(read: <Row>(statement: string) => AsyncIterable<Row>): AsyncGenerator<NamedFile> {
  for await (const { assetId, variant, ...said } of read<PictureRow>(PICTURES)) {
    if (!isStoredVariant(variant)) throw new Error(`a row names the file "${variant}"`);
    yield { place: { kind: 'picture', assetId, variant }, ...said };
  }
  // The CID of an archive is the hash of its file.
  for await (const { cid } of read<{ cid: string }>(ARCHIVES))
    yield {
      place: { kind: 'archive', cid },
      contentSha256: Buffer.from(CID.parse(cid).multihash.digest).toString('hex'),
      isEncrypted: false,
      isRequired: true,
    };
}

/** Asks the database as it is at this moment. */
export const stillNamedIn =
  (database: Database): StillNamed =>
  (place) =>
    database.read(async (queries) => {
      if (place.kind === 'archive') return true;
      const { assetId, variant } = place;
      const rows = variant.startsWith(COPY_PREFIX)
        ? await queries
            .select({ id: recipientCopies.id })
            .from(recipientCopies)
            .where(and(eq(recipientCopies.assetId, assetId), eq(recipientCopies.id, copyIdOf(variant))))
        : await queries.select({ id: assets.id }).from(assets).where(eq(assets.id, assetId));
      return rows.length > 0;
    });

const copyIdOf = (variant: string): string => variant.slice(COPY_PREFIX.length);

export interface Forgetting {
  removeAsset(organizationId: string, assetId: string): Promise<unknown>;
  removeCopy(assetId: string, copyId: string): Promise<unknown>;
}

/** Deletes the row that names the file, in the way in which its owner's wish deletes it. No error if there is none. */
export async function forgetFile(database: Database, place: FilePlace, forgetting: Forgetting): Promise<void> {
  if (place.kind === 'archive') return;
  const { assetId, variant } = place;
  if (variant.startsWith(COPY_PREFIX)) return void (await forgetting.removeCopy(assetId, copyIdOf(variant)));
  const [asset] = await database.read((queries) =>
    queries.select({ organizationId: assets.organizationId }).from(assets).where(eq(assets.id, assetId)),
  );
  if (asset) await forgetting.removeAsset(asset.organizationId, assetId);
}
