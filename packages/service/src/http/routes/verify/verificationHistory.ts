/** GET /v1/verify/history: what was verified. @module */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type LogRequest, readLog, readLogTable } from '../../../app/verify/verificationLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { attachment } from '../../reply/fileReply.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { sentFields } from '../../request/sentFields.ts';
import { failures } from '../../schemas/common.ts';
import { HistoryPage, HistoryQuery } from '../../schemas/verify/verify.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { historyCsv } from '../../views/historyCsv.ts';
import { historyItemView } from '../../views/verification.ts';

const ANSWER = {
  description: HistoryPage.description ?? '',
  content: { 'application/json': { schema: HistoryPage }, 'text/csv': { schema: z.string() } },
};

const schema = {
  operationId: 'verificationHistory',
  summary: 'What was verified',
  description: 'Your own verifications, the newest first, by verdict, key and time.',
  tags: ['Verification'],
  security: credentials('history.see'),
  querystring: HistoryQuery,
  response: {
    200: ANSWER,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

const logRequest = (request: FastifyRequest, query: z.output<typeof HistoryQuery>): LogRequest => ({
  scope: query.scope,
  organizationId: query.scope === 'own' ? null : organizationIdOf(request, query.organization_id),
  filter: sentFields({
    verdict: query.verdict,
    userId: query.user_id,
    apiKeyId: query.api_key_id,
    from: query.start_date,
    to: query.end_date,
  }),
});

export function verificationHistoryRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/verify/history', { onRequest: requireCaller(ports, 'history.see'), schema }, async (request, reply) => {
    const log = logRequest(request, request.query);
    if (request.query.format === 'csv') {
      const table = historyCsv(await readLogTable(ports, callerOf(request), log));
      reply.header('content-disposition', attachment('verifications.csv'));
      return reply.type('text/csv; charset=utf-8').send(table);
    }
    const asked = askedPage(request.query);
    const { items, total } = await readLog(ports, callerOf(request), log, asked);
    const views = items.map((item) => historyItemView(item, settings.publicBaseUrl()));
    return reply.send(pageView(settings, request, reply, asked, { items: views, total }));
  });
}
