/** POST /v1/imports/:import_id/resume: go on with a paused import. @module */
import { resumeImport } from '../../../app/imports/pastImports.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { ImportBody, ImportParams } from '../../schemas/imports.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { importView } from '../../views/import.ts';

const schema = {
  operationId: 'resumeImport',
  summary: 'Go on with a paused import',
  description: 'Once what paused it is mended, such as a used-up quota.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: ImportParams,
  response: {
    200: ImportBody,
    ...failures(...NEEDS_CREDENTIAL, 'IMPORT_NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN', 'CONFLICT'),
  },
};

export function resumeImportRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/imports/:import_id/resume',
    { onRequest: requireCaller(ports, 'asset.write'), schema },
    async (request) => importView(await resumeImport(ports, callerOf(request), request.params.import_id)),
  );
}
