/** GET /v1/assets/:asset_id/report.pdf: a registered picture as a document to print. @module */
import { reportedAsset } from '../../../app/reports/reportedAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { assetReport } from '../../reports/assetReport.ts';
import { askedWords, PDF_ANSWER, ReportQuery, sendPdf } from '../../reports/sendReport.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'assetReportPdf',
  summary: 'A registered picture as a document to print',
  description: 'In `lang`, else the language that `Accept-Language` prefers. For members of its organization.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: AssetParams,
  querystring: ReportQuery,
  response: { 200: PDF_ANSWER, ...failures(...NEEDS_CREDENTIAL, 'ASSET_NOT_FOUND', 'FORBIDDEN', 'VALIDATION_ERROR') },
};

export function assetReportPdfRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/report.pdf',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request, reply) => {
      const { asset_id } = request.params;
      const reported = await reportedAsset(ports, callerOf(request), asset_id);
      const report = assetReport(reported, settings.version, askedWords(request, reply));
      const { organizationId } = reported.asset;
      return sendPdf(ports, reply, { report, name: `asset-${asset_id}`, organizationId });
    },
  );
}
