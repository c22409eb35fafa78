/** Recipient copies as JSON. @module */
import type { z } from 'zod';
import type { RecipientCopy } from '../../app/ports/assets/copies.ts';
import type { CopyBody } from '../schemas/assets/copies.ts';

export const copyView = (copy: RecipientCopy, base: string): z.output<typeof CopyBody> => ({
  id: copy.id,
  asset_id: copy.assetId,
  recipient: copy.recipient,
  note: copy.note,
  created_by: copy.createdBy,
  cid: copy.cid,
  content_hash: copy.contentHash,
  size_bytes: copy.sizeBytes,
  download_url: `${base}/v1/assets/${copy.assetId}/copies/${copy.id}/download`,
  created_at: copy.createdAt.toISOString(),
});
