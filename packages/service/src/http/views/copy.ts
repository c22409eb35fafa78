/** Recipient copies as JSON. @module */
import type { z } from 'zod';
import type { SeenCopy } from '../../app/copies/recipientCopies.ts';
import type { CopyBody } from '../schemas/assets/copies.ts';

export const copyView = ({ copy, seen }: SeenCopy, base: string): z.output<typeof CopyBody> => ({
  id: copy.id,
  asset_id: copy.assetId,
  recipient: copy.recipient,
  note: copy.note,
  created_by: copy.createdBy,
  cid: copy.cid,
  content_hash: copy.contentHash,
  size_bytes: copy.sizeBytes,
  download_url: `${base}/v1/assets/${copy.assetId}/copies/${copy.id}/download`,
  seen: seen && { checks: seen.checks, last_at: seen.lastAt.toISOString() },
  created_at: copy.createdAt.toISOString(),
});
