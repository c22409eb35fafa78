/** GET /v1/operator/disputes/:dispute_id/picture: the picture that came with a dispute. @module */
import { z } from 'zod';
import { disputedPicture } from '../../../app/disputes/reviewDisputes.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { attachment } from '../../reply/fileReply.ts';
import { failures } from '../../schemas/common.ts';
import { DisputeParams } from '../../schemas/verify/dispute.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ACCOUNT } from '../accounts/accountFailures.ts';

const schema = {
  operationId: 'disputedPicture',
  summary: 'The picture that came with a dispute',
  description: 'For operators, signed in, for as long as it is kept. The very bytes that were verified.',
  tags: ['Verification'],
  security: credentials('account.manage'),
  params: DisputeParams,
  response: {
    200: {
      description: 'The file as it was sent.',
      // Never serialized by a schema, so the type is a description only.
      content: { 'application/octet-stream': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
    },
    ...failures(...ACCOUNT, 'DISPUTE_NOT_FOUND', 'GONE', 'VALIDATION_ERROR'),
  },
};

export function disputedPictureRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/operator/disputes/:dispute_id/picture',
    { onRequest: requireCaller(ports), schema },
    async (request, reply) => {
      const { dispute_id } = request.params;
      const bytes = await disputedPicture(ports, userOf(request).user, dispute_id);
      return reply
        .header('content-disposition', attachment(`dispute-${dispute_id}`))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'no-store')
        .type('application/octet-stream')
        .send(Buffer.from(bytes));
    },
  );
}
