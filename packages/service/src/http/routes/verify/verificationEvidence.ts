/** GET /v1/verify/:verification_id/evidence.zip: all that is needed to check a verification without the service. @module */
import { z } from 'zod';
import { bundleSigner, evidenceOf } from '../../../app/reports/evidence.ts';
import { evidenceBundle } from '../../bundle/evidenceBundle.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { attachment } from '../../reply/fileReply.ts';
import { askedWords, ReportQuery } from '../../reports/sendReport.ts';
import { failures } from '../../schemas/common.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'verificationEvidence',
  summary: 'All that is needed to check a verification without this service',
  description:
    'Report, proof of the commitment, log checkpoint, hashes of the models, and a page that checks all of it offline, in one signed archive. Whoever may read the verification may have it.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  querystring: ReportQuery,
  response: {
    200: {
      description: 'The bundle, as its specification says: docs/spec/bundle.md.',
      content: { 'application/zip': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
    },
    ...failures(...BAD_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'BLOCKCHAIN_ERROR', 'VALIDATION_ERROR'),
  },
};

export function verificationEvidenceRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/evidence.zip',
    { onRequest: optionalCaller(ports, 'verification.see'), schema },
    async (request, reply) => {
      const { verification_id } = request.params;
      const evidence = await evidenceOf(ports, request.caller, verification_id);
      const signer = await bundleSigner(ports, evidence.organizationId);
      const { version, modelHashes } = settings;
      const words = askedWords(request, reply);
      const { reportPrinter } = ports;
      const bytes = await evidenceBundle({ evidence, signer, reportPrinter, words, version, modelHashes });
      reply.header('content-disposition', attachment(`evidence-${verification_id}.zip`));
      return reply.type('application/zip').send(bytes);
    },
  );
}
