/** GET /v1/verify/:verification_id/report.json: one of your verifications as a report. @module */
import { keptVerification } from '../../../app/verify/pastVerifications.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { attachment } from '../../reply/fileReply.ts';
import { failures } from '../../schemas/common.ts';
import { ReportBody, VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { reportView } from '../../views/report.ts';

const schema = {
  operationId: 'verificationReport',
  summary: 'One of your verifications as a report',
  description:
    'With every sentence of the evidence, as a file to keep or to hand on. For whoever may read the verification again.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  response: {
    200: ReportBody,
    ...failures(...BAD_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function verificationReportRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/report.json',
    { onRequest: optionalCaller(ports, 'verification.see'), schema },
    async (request, reply) => {
      const { verification_id } = request.params;
      const done = await keptVerification(ports, request.caller, verification_id);
      reply.header('content-disposition', attachment(`verification-${verification_id}.json`));
      return reportView(done, settings.version, ports.clock.now());
    },
  );
}
