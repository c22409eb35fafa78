/** Recipient copies. @module */
import { z } from 'zod';
import { boundedText, EXAMPLE_SHA256, Id, IdInput, pageOf, Timestamp } from '../common.ts';

export const CopyInputBody = z
  .object({
    recipient: boundedText(500, 1).describe('To whom it is given; shown to members of your organization alone.'),
    note: boundedText(2000).nullable().optional(),
  })
  .meta({ id: 'NewRecipientCopy', description: 'A copy for one recipient.', example: { recipient: 'Daily News' } });

export const CopyBody = z
  .object({
    id: Id.describe('What its marks carry.'),
    asset_id: Id,
    recipient: z.string(),
    note: z.string().nullable(),
    created_by: Id.nullable(),
    cid: z.string().describe('UnixFS CID of its file.'),
    content_hash: z.string().describe('SHA-256 of its file.').meta({ example: EXAMPLE_SHA256 }),
    size_bytes: z.int(),
    download_url: z.url().describe('Needs a credential.'),
    seen: z
      .object({ checks: z.int().min(1), last_at: Timestamp })
      .nullable()
      .describe('Verifications that named it, whoever made them, as long as the log keeps them; null: none.'),
    created_at: Timestamp,
  })
  .meta({ id: 'RecipientCopy', description: 'A marked copy that names its recipient when it leaks.' });

export const CopyPage = pageOf(CopyBody).meta({ id: 'RecipientCopyPage', description: 'Copies, the newest first.' });

export const CopyParams = z.object({
  asset_id: IdInput.describe('Identifier of the asset.'),
  copy_id: IdInput.describe('Identifier of the copy.'),
});
