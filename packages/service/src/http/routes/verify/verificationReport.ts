/** GET /v1/verify/:verification_id/report.json: one of your verifications as a report. @module */
import { keptVerification } from '../../../app/verify/pastVerifications.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { attachment } from '../../reply/fileReply.ts';
import { failures } from '../../schemas/common.ts';
import { ReportBody, VerificationParams } from '../../schemas/verify/verify.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { reportView } from '../../views/report.ts';

const schema = {
  operationId: 'verificationReport',
  summary: 'One of your verifications as a report',
  description: 'With every sentence of the evidence, as a file to keep or to hand on.',
  tags: ['Verification'],
  security: credentials('verification.see'),
  params: VerificationParams,
  response: {
    200: ReportBody,
    ...failures(...NEEDS_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function verificationReportRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/report.json',
    { onRequest: requireCaller(ports, 'verification.see'), schema },
    async (request, reply) => {
      const { verification_id } = request.params;
      const done = await keptVerification(ports, callerOf(request), verification_id);
      reply.header('content-disposition', attachment(`verification-${verification_id}.json`));
      return reportView(done, settings.version, ports.clock.now());
    },
  );
}
