/** POST /v1/imports/:import_id/cancel: end an import. @module */
import { cancelImport } from '../../../app/imports/pastImports.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { ImportBody, ImportParams } from '../../schemas/imports.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { importView } from '../../views/import.ts';

const schema = {
  operationId: 'cancelImport',
  summary: 'Cancel an import',
  description: 'What it made so far stays.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: ImportParams,
  response: {
    200: ImportBody,
    ...failures(...NEEDS_CREDENTIAL, 'IMPORT_NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN', 'CONFLICT'),
  },
};

export function cancelImportRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/imports/:import_id/cancel',
    { onRequest: requireCaller(ports, 'asset.write'), schema },
    async (request) => importView(await cancelImport(ports, callerOf(request), request.params.import_id)),
  );
}
