/** GET /v1/auth/me/export: everything that is kept of you. @module */
import { z } from 'zod';
import { exportAccount } from '../../../app/accounts/exportAccount.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { zipOf } from '../../reply/zip.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { exportEntries } from '../../views/accountExport.ts';
import { ACCOUNT } from './accountFailures.ts';

const ARCHIVE = {
  description: 'A ZIP file of JSON files and pictures.',
  content: { 'application/zip': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
};

const schema = {
  operationId: 'exportMe',
  summary: 'Everything that is kept of you',
  description:
    'Profile, memberships, sign-ins by provider, sessions, assets with their pictures, verifications, API keys and webhooks without secrets, share links, and what you did in audit logs.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  response: { 200: ARCHIVE, ...failures(...ACCOUNT) },
};

export function exportMeRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/auth/me/export', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const entries = exportEntries(await exportAccount(ports, userOf(request)), settings.publicBaseUrl());
    const now = ports.clock.now();
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="assay-export-${now.toISOString().slice(0, 10)}.zip"`)
      .send(zipOf(entries, now));
  });
}
