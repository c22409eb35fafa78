/** POST /v1/assets/import: register the pictures of an archive or below a prefix. @module */
import { beginImport } from '../../../app/imports/beginImport.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { oneFileOf } from '../../request/formFiles.ts';
import { onceOf } from '../../request/idempotency.ts';
import { accepted } from '../../request/prefer.ts';
import { type ReceivedForm, receiveForm } from '../../request/receiveForm.ts';
import { failures } from '../../schemas/common.ts';
import { ImportBody, ImportForm } from '../../schemas/imports.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { importView } from '../../views/import.ts';
import { formOfJson, importInput } from './importForm.ts';

/** The next look is worth it then, seconds. */
const LOOK_AFTER_S = 2;

const schema = {
  operationId: 'importAssets',
  summary: 'Import many pictures',
  description:
    'Of a ZIP or CAR archive, or below a prefix that the operator named (also as a JSON body). Judged whole at once, worked on behind the answer; each file counts as an upload, and what is registered already is linked.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  response: {
    202: ImportBody.describe('Accepted; to be read at `Location`.'),
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'FILE_TOO_LARGE'),
    ...failures('UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'),
  },
};

export function importAssetsRoute(app: App, { ports, archiveBudget }: RouteDeps): void {
  const { importSources } = ports;
  const config = { form: ImportForm, jsonToo: true } as const;
  app.post(
    '/v1/assets/import',
    { onRequest: requireCaller(ports, 'asset.write'), config, schema },
    async (request, reply) => {
      const begin = (form: ReceivedForm) =>
        beginImport(ports, callerOf(request), importInput(request, form), onceOf(request));
      const limits = { ...oneFileOf(importSources.archiveBytesMax), spool: importSources };
      const begun = request.isMultipart()
        ? await receiveForm(archiveBudget, [request, reply], limits, begin)
        : await begin(formOfJson(request.body));
      return accepted(reply, `/v1/imports/${begun.id}`, LOOK_AFTER_S, false).send(importView(begun));
    },
  );
}
