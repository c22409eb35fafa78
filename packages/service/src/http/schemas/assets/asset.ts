/** Forms, queries and answers of the asset routes. @module */
import { trackDefinition, type TrackId, withinSentence } from '@assay/core/watermark/tracks';
import { z } from 'zod';
import { splitTags, TAG_CHARS_MAX, TAGS_MAX } from '../../../app/assets/tags.ts';
import { ASSET_ORDERS, PROCESSING_STATUSES } from '../../../app/ports/assets/assets.ts';
import {
  boundedText,
  EXAMPLE_ID,
  EXAMPLE_SHA256,
  EXAMPLE_TIME,
  Id,
  IdInput,
  inOrder,
  moment,
  pageOf,
  pageQuery,
  storableText,
  Timestamp,
} from '../common.ts';
import { filePart, formBoolean } from '../form.ts';
import { trackFields } from './trackFields.ts';

const Title = boundedText(500);
/** Long enough for the story of a picture, short enough for a list of them. */
const Description = boundedText(10_000);

/** On each track's own scale; more is easier to read and to see, up to the picture's budget of quality: docs/spec/assets.md#embedding-strength. */
const strength = (track: TrackId) => {
  const { label, defaultStrength } = trackDefinition(track);
  return z.coerce
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      `Strength of ${withinSentence(label)}, above 0, at most 1. Default: the setting, ${defaultStrength} unless changed.`,
    );
};

const enabled = (track: TrackId) => {
  const { label, domain, networks } = trackDefinition(track);
  const absence = networks.length > 0 ? ' Skipped with a warning where there is none.' : '';
  return formBoolean(true, `Embed watermark ${withinSentence(label)} (${domain}).${absence}`);
};

const TAGS_TEXT = `At most ${TAGS_MAX} of at most ${TAG_CHARS_MAX} characters; trimmed, repetitions dropped.`;

/** Text fields of the upload form; `file` is read as a stream beside them. */
export const UploadFields = z.object({
  title: Title.optional(),
  description: Description.optional(),
  tags: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => splitTags([value].flat()))
    .default([])
    .meta({ formText: true, description: `Comma separated. ${TAGS_TEXT}` }),
  ...trackFields('_enabled', enabled),
  ...trackFields('_strength', strength),
  metadata_tracking_enabled: formBoolean(true, 'Extract and keep EXIF, TIFF, XMP, IPTC and C2PA metadata.'),
  parent_asset_id: IdInput.optional().describe('Asset of the same organization that the picture was made from.'),
  parent_relation: z
    .enum(['derived', 'edited', 'copy'])
    .default('derived')
    .describe('What the picture is to `parent_asset_id`.'),
  blockchain_commit: formBoolean(
    false,
    'Record a commitment on the ledger, after the answer. Whatever becomes of it, the upload stands.',
  ),
  encrypt: formBoolean(
    false,
    'Keep the files of this asset encrypted, also where the service does not do so by itself.',
  ),
  organization_id: IdInput.optional().describe(
    'Organization that gets the asset. Default: `X-Organization-Id`, else your own.',
  ),
});

export const UploadForm = UploadFields.extend({
  file: filePart('JPEG, PNG, TIFF or WebP. Judged by its bytes; name and type that you send do not matter.'),
});

export const UploadQuery = z.object({
  dedupe: formBoolean(false, 'Answer the existing asset (200) if this organization has one of the same bytes.'),
});

/** Before repetitions are dropped. */
const TAGS_SENT_MAX = 1000;
const MetadataBody = z.record(z.string(), z.unknown());

export const WatermarkSummaryBody = z
  .object({
    ...trackFields('_detected', () => z.boolean().describe('Read back from the written file, not just embedded.')),
    embedding_strength: z.number().nullable().describe('Mean of the embedded tracks, 0..1.'),
    strengths: z
      .object(trackFields('', () => z.number()))
      .describe('0..1, on the own scale of each track; 0 of one that is not claimed.'),
    robustness_score: z
      .number()
      .nullable()
      .describe(
        'Share of a fixed set of attacks that a track survives, 0..1; null until the service has had time to measure it.',
      ),
    psnr_db: z.number().nullable().describe('Delivered against original pixels; null if identical.'),
    ssim: z.number().nullable(),
    delta_e: z
      .number()
      .nullable()
      .describe(
        'S-CIELAB: the mean colour difference from the original (CIEDE2000, at 49 pixels a degree of sight); null until it was measured, together with the robustness score.',
      ),
    marked_at: Timestamp.describe('When the delivered file was made; later than the upload once it was marked anew.'),
  })
  .meta({ id: 'WatermarkSummary', description: 'What was embedded, and how well it can be read and seen.' });

export const AssetBody = z
  .object({
    id: Id,
    organization_id: Id,
    created_by: Id,
    cid: z.string().describe('Identifier of this asset, derived from its facts.').meta({ example: 'bafkrei...' }),
    content_hash: z.string().describe('SHA-256 of the uploaded bytes.').meta({ example: EXAMPLE_SHA256 }),
    watermarked_content_hash: z.string().nullable().describe('SHA-256 of the delivered file.'),
    title: z.string().nullable(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    original_filename: z.string().nullable(),
    mime_type: z.string().meta({ example: 'image/jpeg' }),
    file_size_bytes: z.int(),
    width: z.int().describe('Pixels as people see them, EXIF orientation applied.'),
    height: z.int(),
    ipfs_cid: z.string().nullable().describe('UnixFS CID of the uploaded bytes.'),
    archive_cid: z.string().nullable(),
    watermarked_cid: z.string().nullable().describe('UnixFS CID of the delivered file.'),
    watermarked_storage_url: z.url().nullable().describe('Works without a credential for 15 minutes.'),
    preview_url: z.url().nullable().describe('WebP, long side at most 512 px. Works for 15 minutes.'),
    is_encrypted: z.boolean(),
    exif_metadata: MetadataBody.nullable().describe(
      'EXIF tags by name, with where the picture was taken; for members alone.',
    ),
    tiff_metadata: MetadataBody.nullable().describe('TIFF tags by name.'),
    c2pa_metadata: MetadataBody.nullable().describe('docs/reference/contentCredentials.md tells its members.'),
    xmp_metadata: MetadataBody.nullable().describe('XMP properties by their local names.'),
    iptc_metadata: MetadataBody.nullable().describe('IPTC-IIM data sets by name.'),
    processing_status: z.enum(PROCESSING_STATUSES),
    processing_error: z.string().nullable(),
    warnings: z.array(z.string()),
    duplicate_of: Id.nullable().describe('The oldest asset of this organization with the same bytes.'),
    revoked_at: Timestamp.nullable(),
    revoked_reason: z.string().nullable(),
    watermark: WatermarkSummaryBody.nullable(),
    commitment: z
      .object({ status: z.literal('pending') })
      .optional()
      .describe('Only in the answer to an upload that asked for one; the event `commitment.finalized` follows.'),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'Asset', description: 'A registered picture.' });

export const AssetPage = pageOf(AssetBody).meta({ id: 'AssetPage', description: 'Assets, one page.' });

const Highlight = z
  .object({
    field: z.enum([
      'title',
      'description',
      'tags',
      'original_filename',
      'id',
      'cid',
      'ipfs_cid',
      'watermarked_cid',
      'content_hash',
      'watermarked_content_hash',
    ]),
    index: z.int().min(0).nullable().describe('Which of the tags; else null.'),
    start: z.int().min(0).describe('Where in that text it begins, in code points.'),
    length: z.int().min(1).describe('In code points; a whole word where its beginning was asked for.'),
  })
  .meta({ id: 'Highlight', description: 'Where a search met a picture.' });

export const FoundAsset = AssetBody.extend({
  highlights: z.array(Highlight).describe('Which fields matched, and where: at most ten places of a text.'),
}).meta({ id: 'FoundAsset', description: 'A picture that a search met.' });

export const FoundAssetPage = pageOf(FoundAsset).meta({
  id: 'FoundAssetPage',
  description: 'What a search met, one page.',
});

export const AssetPatchBody = z
  .object({
    title: Title.nullable().optional(),
    description: Description.nullable().optional(),
    tags: z.array(storableText).max(TAGS_SENT_MAX).nullable().optional().describe(`Replaces the list. ${TAGS_TEXT}`),
  })
  .meta({
    id: 'AssetPatch',
    description: 'What is absent stays, null clears, other members are ignored.',
    example: { title: 'Harbour at dawn', tags: ['harbour', 'dawn'] },
  });

export const AssetParams = z.object({ asset_id: IdInput.describe('Identifier of the asset.') });

const organizationQuery = {
  organization_id: IdInput.optional().describe('Default: `X-Organization-Id`, else your own organization.'),
};

const filters = {
  tags: z
    .union([z.string(), z.array(z.string())])
    .transform((value) =>
      splitTags([value].flat())
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    )
    .refine((tags) => tags.length <= TAGS_MAX && !tags.join('').includes('\0'), `must be at most ${TAGS_MAX} tags`)
    .optional()
    .meta({ formText: true, description: 'Comma separated; all must be present, in any case.' }),
  status: z.enum(PROCESSING_STATUSES).optional().describe('Only assets in this processing status.'),
  created_from: moment(false, 'Earliest creation, a time or a day; inclusive.').optional(),
  created_to: moment(true, 'Latest creation, a time or a day; inclusive.').optional(),
};

const DAYS_IN_ORDER = inOrder('created_from', 'created_to');

export const AssetListQuery = z
  .object({
    ...pageQuery,
    order: z.enum(ASSET_ORDERS).default('created_at').describe('Field to sort by.'),
    sort: z.enum(['asc', 'desc']).default('desc').describe('Direction.'),
    ...filters,
    ...organizationQuery,
  })
  .refine(...DAYS_IN_ORDER);

export const AssetSearchQuery = z
  .object({
    q: boundedText(200, 1).describe(
      'Words or their beginnings in title, description, tags, file name; or an exact id, cid, hash.',
    ),
    ...pageQuery,
    order: z.enum(ASSET_ORDERS).optional().describe('Default: best match first.'),
    sort: z.enum(['asc', 'desc']).optional(),
    ...filters,
    mime_type: z.enum(['image/jpeg', 'image/png', 'image/tiff', 'image/webp']).optional(),
    ...organizationQuery,
  })
  .refine(...DAYS_IN_ORDER);

export const WatermarkBody = WatermarkSummaryBody.extend({
  asset_id: Id,
  payload: z.string().describe('Base64 of the 16 bytes of the asset id that the tracks carry.'),
}).meta({ id: 'Watermark', description: 'The watermark record of an asset.' });

export const FingerprintBody = z
  .object({
    asset_id: Id,
    pdq_hash: z.string().describe('256 bits, 64 lower-case hex characters.'),
    clip_hash: z.string().describe('Sign bits of the 768-dimensional vector, hex.'),
    dino_hash: z.string().describe('Sign bits of the 1024-dimensional vector, hex.'),
    embedding_model: z.string(),
    similarity_threshold: z.number(),
    created_at: Timestamp,
  })
  .meta({
    id: 'Fingerprint',
    description: 'The perceptual fingerprint of an asset.',
    example: {
      asset_id: EXAMPLE_ID,
      pdq_hash: 'd8f8f0cce0f4a84f0e370a22028f67f0b36e2ed596623e1d33e6b39c4e9c9b22',
      clip_hash: '8fa1',
      dino_hash: '03bc',
      embedding_model: 'assay-builtin@1',
      similarity_threshold: 0.8,
      created_at: EXAMPLE_TIME,
    },
  });

export const VariantQuery = z.object({
  variant: z
    .enum(['original', 'watermarked', 'preview'])
    .optional()
    .describe('Default `watermarked`; of an asset stored without a mark, `original`.'),
  redirect: formBoolean(
    false,
    '`true`: where the store gives files itself, 302 to an address there that needs no credential and soon ends; elsewhere the file, as without it. Do not send the credential of this service along.',
  ),
});
