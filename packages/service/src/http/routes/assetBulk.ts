/** Several assets in one request, and search by a picture. @module */
import { setTimeout as wait } from 'node:timers/promises';
import type { AppError } from '@assay/core/errors';
import { assetLinks } from '../../app/assets/assetLinks.ts';
import { deleteAssets } from '../../app/assets/deleteAssets.ts';
import { cleanFileName } from '../../app/assets/fileName.ts';
import { searchByImage } from '../../app/assets/similarAssets.ts';
import { uploadBatch, type UploadedItem } from '../../app/assets/uploadBatch.ts';
import { callerOf, requireCaller } from '../auth.ts';
import { validationError } from '../errorReply.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { fileTooLarge, receiveForm, type ReceivedForm } from '../receiveForm.ts';
import { UploadQuery } from '../schemas/asset.ts';
import {
  BatchUploadBody,
  BatchUploadForm,
  BulkDeleteBody,
  BulkDeleteInput,
  ImageSearchFields,
  ImageSearchForm,
  UPLOADS_MAX,
} from '../schemas/assetBulk.ts';
import { failures } from '../schemas/common.ts';
import { parseFields } from '../schemas/form.ts';
import { MatchesQuery, SimilarAssetsBody } from '../schemas/history.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { uploadedView } from '../views/asset.ts';
import { similarAssetsView } from '../views/history.ts';
import { JSON_BODY } from './assetRoutes.ts';
import { uploadOptions } from './uploadForm.ts';

const tags = ['Assets'];
const ORGANIZATION = ['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'] as const;

/** As for a batch of verifications (G117). */
const BATCH_BYTES_MAX = 200 * 1024 * 1024;

const failureView = ({ code, detail }: AppError) => ({ error_code: code, detail });

/** The files of the form, at least one. @throws {AppError} VALIDATION_ERROR */
function filesOf(form: ReceivedForm, field: string): ReceivedForm['files'] {
  if (form.files.length > 0) return form.files;
  throw validationError([{ field, location: 'body', code: 'required', message: 'send the picture as a file' }]);
}

function countsOf(failed: number, total: number): { total: number; successful: number; failed: number } {
  return { total, successful: total - failed, failed };
}

export function registerAssetBulkRoutes(app: App, deps: HttpDeps, budget: MemoryBudget): void {
  const { ports, settings } = deps;
  const { uploadBytesMax } = ports.limits;

  const itemView = async ({ fileName, outcome }: UploadedItem, index: number) => {
    if (!outcome.ok)
      return { index, filename: fileName, created: false, asset: null, error: failureView(outcome.error) };
    const { asset, created } = outcome.uploaded;
    const view = uploadedView(outcome.uploaded, await assetLinks(ports, asset), settings.publicBaseUrl());
    return { index, filename: fileName, created, asset: view, error: null };
  };

  app.post(
    '/v1/assets/batch',
    {
      onRequest: requireCaller(ports, 'asset.write'),
      config: { form: BatchUploadForm },
      schema: {
        operationId: 'uploadAssets',
        summary: 'Register several pictures',
        description: 'Order is kept; a picture that cannot be registered does not keep the others.',
        tags,
        security: credentials('asset.write'),
        querystring: UploadQuery,
        response: {
          200: BatchUploadBody,
          ...failures(...NEEDS_CREDENTIAL, ...ORGANIZATION, 'UNSUPPORTED_MEDIA_TYPE'),
        },
      },
    },
    async (request, reply) => {
      const fileFields = ['files', 'files[]', 'file'];
      const sizes = { filesMax: UPLOADS_MAX, fileBytesMax: uploadBytesMax, totalBytesMax: BATCH_BYTES_MAX };
      const limits = { fileFields, ...sizes, keepOversized: true } as const;
      return receiveForm(budget, [request, reply], limits, async (form) => {
        const options = uploadOptions(request, form, request.query.dedupe);
        const files = filesOf(form, 'files').map((file) => ({ ...file, fileName: cleanFileName(file.sentName) }));
        const tooLarge = fileTooLarge(uploadBytesMax);
        const items = await uploadBatch(ports, callerOf(request), files, options, tooLarge, wait);
        const failed = items.filter(({ outcome }) => !outcome.ok).length;
        return { results: await Promise.all(items.map(itemView)), ...countsOf(failed, items.length) };
      });
    },
  );

  app.post(
    '/v1/assets/bulk-delete',
    {
      onRequest: requireCaller(ports, 'asset.delete'),
      schema: {
        operationId: 'deleteAssets',
        summary: 'Delete several pictures and everything kept of them',
        tags,
        security: credentials('asset.delete'),
        body: BulkDeleteInput,
        response: { 200: BulkDeleteBody, ...failures(...NEEDS_CREDENTIAL, ...JSON_BODY, 'VALIDATION_ERROR') },
      },
    },
    async (request) => {
      const deletions = await deleteAssets(ports, callerOf(request), request.body.ids);
      const failed = deletions.filter(({ error }) => error !== null).length;
      const results = deletions.map(({ id, error }) => ({
        id,
        deleted: error === null,
        error: error && failureView(error),
      }));
      return { results, ...countsOf(failed, deletions.length) };
    },
  );

  app.post(
    '/v1/assets/search/by-image',
    {
      onRequest: requireCaller(ports, 'asset.see'),
      config: { form: ImageSearchForm },
      schema: {
        operationId: 'searchByImage',
        summary: 'Search pictures of your organization that look like this one',
        tags,
        security: credentials('asset.see'),
        querystring: MatchesQuery,
        response: {
          200: SimilarAssetsBody,
          ...failures(
            ...NEEDS_CREDENTIAL,
            ...ORGANIZATION,
            ...(['FILE_TOO_LARGE', 'INVALID_FILE_TYPE', 'UNSUPPORTED_MEDIA_TYPE', 'PROCESSING_FAILED'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const { threshold } = request.query;
      const sizes = { filesMax: 1, fileBytesMax: uploadBytesMax, totalBytesMax: uploadBytesMax };
      return receiveForm(budget, [request, reply], { fileFields: ['file'], ...sizes }, async (form) => {
        const { organization_id } = parseFields(ImageSearchFields, form.fields);
        const organizationId = organizationIdOf(request, organization_id);
        const bytes = filesOf(form, 'file')[0]?.bytes ?? new Uint8Array();
        const found = await searchByImage(ports, callerOf(request), organizationId, bytes, threshold);
        return similarAssetsView(deps, found, threshold);
      });
    },
  );
}
