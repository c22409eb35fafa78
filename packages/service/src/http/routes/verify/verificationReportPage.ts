/** GET /v1/verify/:verification_id/report.html: a verification as a page to keep. @module */
import { reportedVerification } from '../../../app/reports/reportedVerification.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedWords, PAGE_ANSWER, ReportQuery, sendReportPage } from '../../reports/sendReport.ts';
import { verificationReport } from '../../reports/verificationReport.ts';
import { failures } from '../../schemas/common.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'verificationReportPage',
  summary: 'A verification as a page to keep',
  description:
    'In `lang`, else the language that `Accept-Language` prefers. Whoever may read the verification may have it; what strangers to the matched picture are not told is not in it either.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  querystring: ReportQuery,
  response: { 200: PAGE_ANSWER, ...failures(...BAD_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function verificationReportPageRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/report.html',
    { onRequest: optionalCaller(ports, 'verification.see'), schema },
    async (request, reply) => {
      const { verification_id } = request.params;
      const reported = await reportedVerification(ports, request.caller, verification_id);
      const report = verificationReport(reported, settings.version, askedWords(request, reply));
      return sendReportPage(reply, report);
    },
  );
}
