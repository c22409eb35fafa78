/** Share links, and what they show to everyone. @module */
import { z } from 'zod';
import { EXAMPLE_SHA256, Id, IdInput, pageOf, Timestamp } from '../common.ts';
import { PublicVerificationBody } from '../verify/verify.ts';

/** One minute to ten years, s. */
const EXPIRES_IN = { min: 60, max: 10 * 366 * 24 * 60 * 60 };

export const ShareInputBody = z
  .object({
    expires_in: z
      .int()
      .min(EXPIRES_IN.min)
      .max(EXPIRES_IN.max)
      .nullable()
      .optional()
      .describe('Seconds; absent or null: until it is revoked.'),
  })
  .nullish()
  .meta({ description: 'May be left out.', example: { expires_in: 86_400 } });

const link = {
  id: Id,
  asset_id: Id.nullable(),
  verification_id: Id.nullable(),
  created_by: Id.nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  created_at: Timestamp,
};

export const ShareBody = z.object(link).meta({ id: 'ShareLink', description: 'A public link.' });

export const NewShareBody = z
  .object({
    ...link,
    token: z.string().describe('Told once.'),
    url: z.url().describe('For everyone, without a credential.'),
  })
  .meta({ id: 'NewShareLink', description: 'A public link, with what makes it one.' });

export const SharePage = pageOf(ShareBody).meta({
  id: 'ShareLinkPage',
  description: 'Links, the newest first, revoked ones too, one page.',
});

export const AssetShareParams = z.object({ asset_id: IdInput, share_id: IdInput });
export const VerificationShareParams = z.object({ verification_id: IdInput, share_id: IdInput });

/** Longer than any token of ours; the bound keeps the hash cheap. */
export const SharedParams = z.object({ token: z.string().max(100).describe('From `token` of a share link.') });

const PublicAssetBody = z
  .object({
    id: Id,
    cid: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    mime_type: z.string(),
    width: z.int(),
    height: z.int(),
    content_hash: z.string().meta({ example: EXAMPLE_SHA256 }),
    watermarked_content_hash: z.string().nullable(),
    preview_url: z.url().nullable().describe('Works for 15 minutes.'),
    revoked_at: Timestamp.nullable(),
    revoked_reason: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'PublicAsset', description: 'What everyone with the link may know: no metadata, no names of people.' });

export const SharedBody = z
  .object({
    kind: z.enum(['asset', 'verification']),
    asset: PublicAssetBody.nullable(),
    verification: PublicVerificationBody.nullable(),
    shared_at: Timestamp,
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'Shared', description: 'What a share link shows; one of `asset` and `verification` is there.' });
