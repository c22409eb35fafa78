/** GET /v1/imports/:import_id: how far an import is. @module */
import { importFor } from '../../../app/imports/pastImports.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { ImportBody, ImportParams } from '../../schemas/imports.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { importView } from '../../views/import.ts';

const schema = {
  operationId: 'getImport',
  summary: 'How far an import is',
  description: 'Read it again until its state is an end.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: ImportParams,
  response: { 200: ImportBody, ...failures(...NEEDS_CREDENTIAL, 'IMPORT_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function getImportRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/imports/:import_id', { onRequest: requireCaller(ports, 'asset.see'), schema }, async (request) =>
    importView(await importFor(ports, callerOf(request), request.params.import_id, 'asset.see')),
  );
}
