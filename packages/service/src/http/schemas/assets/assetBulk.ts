/** Several assets in one request, and search by a picture. @module */
import { ERROR_CODES } from '@assay/core/errors';
import { z } from 'zod';
import { AssetBody, UploadFields } from './asset.ts';
import { Id, IdInput } from '../common.ts';
import { filePart } from '../form.ts';

/** In one request; a form of so many pictures fits its bytes at once: docs/spec/assets.md#several-at-once. */
export const UPLOADS_MAX = 20;
const DELETIONS_MAX = 100;

export const BatchUploadForm = UploadFields.extend({
  files: z
    .array(filePart('A picture.'))
    .meta({ description: `1 to ${UPLOADS_MAX} pictures, one part each; the fields are for all of them.` }),
});

const Failure = z.object({ error_code: z.enum(ERROR_CODES), detail: z.string() }).nullable();

const counts = { total: z.int().min(0), successful: z.int().min(0), failed: z.int().min(0) };

export const BatchUploadBody = z
  .object({
    results: z
      .array(
        z.object({
          index: z.int().min(0),
          filename: z.string().nullable(),
          created: z.boolean().describe('False for a failure, and where `dedupe` found the asset.'),
          asset: AssetBody.nullable(),
          error: Failure,
        }),
      )
      .describe('In the order of your files.'),
    ...counts,
  })
  .meta({ id: 'BatchUpload', description: 'Several uploads.' });

export const BulkDeleteInput = z
  .object({ ids: z.array(IdInput).min(1).max(DELETIONS_MAX) })
  .meta({ id: 'BulkDelete', description: `1 to ${DELETIONS_MAX} assets.` });

export const BulkDeleteBody = z
  .object({ results: z.array(z.object({ id: Id, deleted: z.boolean(), error: Failure })), ...counts })
  .meta({ id: 'BulkDeleteResult', description: 'In the order of your ids, each once.' });

export const ImageSearchFields = z.object({
  organization_id: IdInput.optional().describe('Default: `X-Organization-Id`, else your own organization.'),
});
export const ImageSearchForm = ImageSearchFields.extend({ file: filePart('The picture. It is not kept.') });
