/** What was verified before: a page, or a table to download. @module */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type HistoryLine, organizationHistory, verificationHistory } from '../../app/verify/pastVerifications.ts';
import type { Page, PageRequest } from '../../app/ports/assets.ts';
import { callerOf, requireCaller } from '../auth.ts';
import { attachment } from '../fileReply.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { pageView } from '../paging.ts';
import { failures, PAGE_SIZE_MAX } from '../schemas/common.ts';
import { HistoryPage, HistoryQuery } from '../schemas/verify.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { historyCsv } from '../views/historyCsv.ts';
import { historyItemView } from '../views/verification.ts';

/** Lines of one table: held in memory as a whole. */
const CSV_LINES_MAX = 10_000;

const ANSWER = {
  description: HistoryPage.description ?? '',
  content: { 'application/json': { schema: HistoryPage }, 'text/csv': { schema: z.string() } },
};

export function registerHistoryRoutes(app: App, { ports, settings }: HttpDeps): void {
  const read = (
    request: FastifyRequest,
    { scope, organization_id, verdict, start_date, end_date }: z.output<typeof HistoryQuery>,
    asked: PageRequest,
  ): Promise<Page<HistoryLine>> => {
    const query = {
      ...asked,
      ...(verdict ? { verdict } : {}),
      ...(start_date ? { from: start_date } : {}),
      ...(end_date ? { to: end_date } : {}),
    };
    const who = callerOf(request);
    if (scope === 'own') return verificationHistory(ports, who, query);
    return organizationHistory(ports, who, organizationIdOf(request, organization_id), query);
  };

  app.get(
    '/v1/verify/history',
    {
      onRequest: requireCaller(ports, 'history.see'),
      schema: {
        operationId: 'verificationHistory',
        summary: 'What was verified',
        tags: ['Verification'],
        security: credentials('history.see'),
        querystring: HistoryQuery,
        response: {
          200: ANSWER,
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { page, page_size, format } = request.query;
      if (format === 'csv') {
        const lines: HistoryLine[] = [];
        for (let next = 1; lines.length < CSV_LINES_MAX; next++) {
          const { items } = await read(request, request.query, { page: next, pageSize: PAGE_SIZE_MAX });
          lines.push(...items);
          if (items.length < PAGE_SIZE_MAX) break;
        }
        reply.header('content-disposition', attachment('verifications.csv'));
        return reply.type('text/csv; charset=utf-8').send(historyCsv(lines));
      }
      const asked = { page, pageSize: page_size };
      const { items, total } = await read(request, request.query, asked);
      const views = items.map((item) => historyItemView(item, settings.publicBaseUrl()));
      return reply.send(pageView(settings, request, reply, asked, { items: views, total }));
    },
  );
}
