/** GET /v1/imports/:import_id/files: what became of the files of an import. @module */
import { importFiles } from '../../../app/imports/pastImports.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { ImportFilePage, ImportFilesQuery, ImportParams } from '../../schemas/imports.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { importFileView } from '../../views/import.ts';

const schema = {
  operationId: 'listImportFiles',
  summary: 'What became of the files of an import',
  description: 'In the order of the source. Duplicates name the picture that was there, refusals their reason.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: ImportParams,
  querystring: ImportFilesQuery,
  response: { 200: ImportFilePage, ...failures(...NEEDS_CREDENTIAL, 'IMPORT_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function listImportFilesRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/imports/:import_id/files',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const wanted = { ...asked, state: request.query.state };
      const { items, total } = await importFiles(ports, callerOf(request), request.params.import_id, wanted);
      return pageView(settings, request, reply, asked, { items: items.map(importFileView), total });
    },
  );
}
