/** GET /v1/verify/:verification_id/report.pdf: a verification as a document to print. @module */
import { reportedVerification } from '../../../app/reports/reportedVerification.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedWords, PDF_ANSWER, ReportQuery, sendPdf } from '../../reports/sendReport.ts';
import { verificationReport } from '../../reports/verificationReport.ts';
import { failures } from '../../schemas/common.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'verificationReportPdf',
  summary: 'A verification as a document to print',
  description:
    'In `lang`, else the language that `Accept-Language` prefers. Whoever may read the verification may have it; what strangers to the matched picture are not told is not in it either.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  querystring: ReportQuery,
  response: { 200: PDF_ANSWER, ...failures(...BAD_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function verificationReportPdfRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/report.pdf',
    { onRequest: optionalCaller(ports, 'verification.see'), schema },
    async (request, reply) => {
      const { verification_id } = request.params;
      const reported = await reportedVerification(ports, request.caller, verification_id);
      const report = verificationReport(reported, settings.version, askedWords(request, reply));
      const { organizationId } = reported;
      return sendPdf(ports, reply, { report, name: `verification-${verification_id}`, organizationId });
    },
  );
}
