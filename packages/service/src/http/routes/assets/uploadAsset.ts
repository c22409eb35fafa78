/** POST /v1/assets/: register a picture. @module */
import type { FastifyReply } from 'fastify';
import { assetLinks } from '../../../app/assets/assetLinks.ts';
import { assetVersion } from '../../../app/versions.ts';
import { uploadAsset, type Uploaded } from '../../../app/assets/uploadAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { oneFileOf } from '../../request/formFiles.ts';
import { accepted, prefersAsync } from '../../request/prefer.ts';
import { uploadQuotaFirst } from '../../request/quotaFirst.ts';
import { receiveForm } from '../../request/receiveForm.ts';
import { AssetBody, UploadForm, UploadQuery } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { uploadedView } from '../../views/asset.ts';
import { uploadInput } from './uploadForm.ts';

/** When the work is picked up at the latest if this process ends; recovery looks that often. */
const PROCESSED_AFTER_S = 5;

const schema = {
  operationId: 'uploadAsset',
  summary: 'Register a picture',
  description:
    'Stores the original, embeds the watermark tracks, takes the fingerprint; answers when all is done, after a minute, or with `Prefer: respond-async` at once.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  querystring: UploadQuery,
  response: {
    200: AssetBody,
    201: AssetBody,
    202: AssetBody.describe('Accepted and not done yet, to be read at `Location`.'),
    ...failures(
      ...NEEDS_CREDENTIAL,
      ...([
        'FORBIDDEN',
        'QUOTA_EXCEEDED',
        'ORGANIZATION_NOT_FOUND',
        'ASSET_NOT_FOUND',
        'FILE_TOO_LARGE',
        'INVALID_FILE_TYPE',
      ] as const),
      ...(['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR', 'PROCESSING_FAILED'] as const),
    ),
  },
};

/** With its validator; 202 for what goes on behind the answer, 200 for a picture that was there. */
async function answerUpload({ ports, settings }: RouteDeps, reply: FastifyReply, uploaded: Uploaded, asked: boolean) {
  const { asset, created } = uploaded;
  const view = uploadedView(uploaded, await assetLinks(ports, asset), settings.publicBaseUrl());
  reply.header('etag', `"${assetVersion(asset)}"`);
  const isLater = created && asset.processingStatus !== 'completed';
  if (isLater) return accepted(reply, `/v1/assets/${asset.id}`, PROCESSED_AFTER_S, asked).send(view);
  if (created) reply.header('location', `/v1/assets/${asset.id}`);
  return reply.code(created ? 201 : 200).send(view);
}

export function uploadAssetRoute(app: App, deps: RouteDeps): void {
  const { ports, budget } = deps;
  app.post(
    '/v1/assets/',
    {
      onRequest: requireCaller(ports, 'asset.write'),
      preHandler: uploadQuotaFirst(ports),
      config: { form: UploadForm },
      schema,
    },
    async (request, reply) => {
      const deferred = prefersAsync(request);
      const limits = oneFileOf(ports.limits.uploadBytesMax);
      const uploaded = await receiveForm(
        budget,
        [request, reply],
        limits,
        (form) =>
          uploadAsset(ports, callerOf(request), { ...uploadInput(request, form, request.query.dedupe), deferred }),
        ({ rest }) => rest,
      );
      return answerUpload(deps, reply, uploaded, deferred);
    },
  );
}
