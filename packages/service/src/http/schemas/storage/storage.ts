/** Usage, signed links and checks of stored files. @module */
import { z } from 'zod';
import { EXAMPLE_SHA256, Id, IdInput, Timestamp } from '../common.ts';

const bytes = z.int().min(0);
const day = z.iso.date().meta({ example: '2026-11-01' });

export const UsageQuery = z.object({
  organization_id: IdInput.optional().describe('Default: `X-Organization-Id`, else your own organization.'),
});

export const UsageBody = z
  .object({
    used_bytes: bytes,
    limit_bytes: bytes,
    assets_count: z.int().min(0).describe('Failed uploads do not count.'),
    by_kind: z.object({
      original: bytes,
      watermarked: bytes,
      preview: bytes,
      copies: bytes.describe('Recipient copies.'),
      manifests: bytes.describe('Manifests that members stored.'),
      archive: bytes.describe('Archives; kept beside, so not part of `used_bytes`.'),
      submissions: bytes.describe(
        'Pictures of verifications with `store` and of disputes, for a while; not part of `used_bytes`, but each must fit beside it.',
      ),
    }),
    period: z.object({ start: day, end: day }).describe('The present month, UTC.'),
  })
  .meta({ id: 'StorageUsage', description: 'What an organization keeps.' });

/** Of one file, for a minute up to a day: docs/spec/assets.md#signed-links. */
export const SignedUrlInput = z
  .object({
    variant: z.enum(['original', 'watermarked', 'preview']).default('watermarked'),
    expires_in: z.int().min(60).max(86_400).default(900).describe('Seconds.'),
  })
  .meta({
    id: 'SignedUrlRequest',
    description: 'A link to one file.',
    example: { variant: 'preview', expires_in: 900 },
  });

export const SignedUrlBody = z
  .object({ url: z.url().describe('Works without a credential until then.'), expires_at: Timestamp })
  .meta({ id: 'SignedUrl', description: 'A link that expires.' });

const hash = z.string().nullable().meta({ example: EXAMPLE_SHA256 });

export const FileCheckBody = z
  .object({
    asset_id: Id,
    intact: z.boolean().describe('Every file is there and as recorded.'),
    files: z.array(
      z.object({
        variant: z.string().describe('`original`, `watermarked`, `preview`, or `copy-` and the id of a copy.'),
        state: z.enum(['intact', 'altered', 'missing']),
        expected_sha256: hash.describe('Null for a preview, of which only the size is recorded.'),
        sha256: hash,
        expected_size_bytes: bytes.nullable(),
        size_bytes: bytes.nullable(),
      }),
    ),
    checked_at: Timestamp,
  })
  .meta({ id: 'FileCheck', description: 'The stored bytes, read again.' });
