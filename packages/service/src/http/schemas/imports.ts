/** Forms, queries and answers of imports. @module */
import { ERROR_CODES } from '@assay/core/errors';
import { z } from 'zod';
import { IMPORT_FILE_STATES, IMPORT_STATES } from '../../app/ports/imports/imports.ts';
import { boundedText, EXAMPLE_ID, EXAMPLE_TIME, Id, IdInput, pageOf, pageQuery, Timestamp } from './common.ts';
import { filePart } from './form.ts';
import { UploadFields } from './assets/asset.ts';

/** What is said of every picture of an import. */
export const ImportFields = UploadFields.omit({ title: true, parent_asset_id: true, parent_relation: true }).extend({
  prefix: boundedText(1_000, 1)
    .optional()
    .describe('Instead of an archive: `NAME/folder` below a source that the operator named.'),
});

export const ImportForm = ImportFields.extend({
  file: filePart('A ZIP or CAR archive of pictures. Judged whole before anything of it is used.').optional(),
});

export const ImportParams = z.object({ import_id: IdInput.describe('Identifier of the import.') });

export const ImportListQuery = z.object({
  ...pageQuery,
  organization_id: IdInput.optional().describe('Default: `X-Organization-Id`, else your own organization.'),
});

export const ImportFilesQuery = z.object({
  ...pageQuery,
  state: z.enum(IMPORT_FILE_STATES).optional().describe('Only files in this state.'),
});

const count = (what: string) => z.int().min(0).describe(what);

export const ImportBody = z
  .object({
    id: Id,
    organization_id: Id,
    kind: z.enum(['zip', 'car', 'prefix']),
    source: z.string().nullable().describe('File name of the archive, or the prefix.'),
    state: z
      .enum(IMPORT_STATES)
      .describe('`paused`: something must be mended first, see `problem`, and then resumed. The last three are ends.'),
    problem: z.string().nullable().describe('Why it is paused or failed.'),
    total: count('Files.'),
    done: count('Files that something became of: the three below together.'),
    created: count('Files that became pictures of yours.'),
    duplicates: count('Files of which the same bytes were registered already.'),
    failed: count('Files that were refused, each with its reason.'),
    created_at: Timestamp,
    ended_at: Timestamp.nullable(),
  })
  .meta({
    id: 'Import',
    description: 'An import and how far it is.',
    example: {
      id: EXAMPLE_ID,
      organization_id: EXAMPLE_ID,
      kind: 'zip',
      source: 'archive-1987.zip',
      state: 'running',
      problem: null,
      total: 1200,
      done: 431,
      created: 425,
      duplicates: 4,
      failed: 2,
      created_at: EXAMPLE_TIME,
      ended_at: null,
    },
  });

export const ImportPage = pageOf(ImportBody).meta({ id: 'ImportPage', description: 'Imports, one page.' });

export const ImportFileBody = z
  .object({
    index: z.int().min(0).describe('In the order of the source.'),
    name: z.string().describe('As the source has it, with its folders.').meta({ example: 'may/harbour.jpg' }),
    size_bytes: z.int().min(0),
    state: z.enum(IMPORT_FILE_STATES),
    asset_id: Id.nullable().describe('What it became; null while it waits, and for what was refused.'),
    duplicate_of: Id.nullable().describe('Of a duplicate: the picture with the same bytes that was there.'),
    error: z.object({ error_code: z.enum(ERROR_CODES), detail: z.string() }).nullable(),
  })
  .meta({ id: 'ImportFile', description: 'What became of one file of an import.' });

export const ImportFilePage = pageOf(ImportFileBody).meta({
  id: 'ImportFilePage',
  description: 'Files of an import, one page.',
});
