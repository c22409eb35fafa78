/** Archives as JSON. @module */
import type { z } from 'zod';
import type { ArchiveRecord } from '../../app/ports/content/archives.ts';
import { ArchiveBody } from '../schemas/storage/content.ts';

export const archiveView = (record: ArchiveRecord): z.output<typeof ArchiveBody> => ({
  asset_id: record.assetId,
  archive_cid: record.archiveCid,
  size_bytes: record.sizeBytes,
  archived_at: record.createdAt.toISOString(),
  checked_at: record.checkedAt?.toISOString() ?? null,
  check_state: record.checkState,
});
