/** POST /v1/assets/batch: register several pictures. @module */
import { setTimeout as wait } from 'node:timers/promises';
import { assetLinks } from '../../../app/assets/assetLinks.ts';
import { uploadBatch, type UploadedItem } from '../../../app/assets/uploadBatch.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { batchOf, someFiles } from '../../request/formFiles.ts';
import { uploadQuotaFirst } from '../../request/quotaFirst.ts';
import { fileTooLarge, receiveForm } from '../../request/receiveForm.ts';
import { UploadQuery } from '../../schemas/assets/asset.ts';
import { BatchUploadBody, BatchUploadForm, UPLOADS_MAX } from '../../schemas/assets/assetBulk.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { uploadedView } from '../../views/asset.ts';
import { countsOf, failureView, ORGANIZATION } from './assetBatch.ts';
import { uploadOptions } from './uploadForm.ts';

const schema = {
  operationId: 'uploadAssets',
  summary: 'Register several pictures',
  description: 'Order is kept; a picture that cannot be registered does not keep the others.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  querystring: UploadQuery,
  response: {
    200: BatchUploadBody,
    ...failures(...NEEDS_CREDENTIAL, ...ORGANIZATION, 'UNSUPPORTED_MEDIA_TYPE'),
  },
};

async function itemView({ ports, settings }: RouteDeps, { fileName, outcome }: UploadedItem, index: number) {
  if (!outcome.ok) return { index, filename: fileName, created: false, asset: null, error: failureView(outcome.error) };
  const { asset, created } = outcome.uploaded;
  const view = uploadedView(outcome.uploaded, await assetLinks(ports, asset), settings.publicBaseUrl());
  return { index, filename: fileName, created, asset: view, error: null };
}

async function batchView(deps: RouteDeps, items: readonly UploadedItem[]) {
  const failed = items.filter(({ outcome }) => !outcome.ok).length;
  const results = await Promise.all(items.map((item, index) => itemView(deps, item, index)));
  return { results, ...countsOf(failed, items.length) };
}

/** What goes on behind the answer. */
const restOf = (items: readonly UploadedItem[]): Promise<unknown> =>
  Promise.all(items.map(({ outcome }) => (outcome.ok ? outcome.uploaded.rest : null)));

export function uploadAssetsRoute(app: App, deps: RouteDeps): void {
  const { ports, budget } = deps;
  const { uploadBytesMax } = ports.limits;
  app.post(
    '/v1/assets/batch',
    {
      onRequest: requireCaller(ports, 'asset.write'),
      preHandler: uploadQuotaFirst(ports),
      config: { form: BatchUploadForm },
      schema,
    },
    async (request, reply) =>
      batchView(
        deps,
        await receiveForm(
          budget,
          [request, reply],
          batchOf(UPLOADS_MAX, uploadBytesMax),
          (form) => {
            const options = uploadOptions(request, form, request.query.dedupe);
            const tooLarge = fileTooLarge(uploadBytesMax);
            return uploadBatch(ports, callerOf(request), someFiles(form), options, tooLarge, wait);
          },
          restOf,
        ),
      ),
  );
}
