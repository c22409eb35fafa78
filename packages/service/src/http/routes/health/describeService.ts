/** GET /v1/service: what a page has to know before anybody signs in. @module */
import type { App, RouteDeps } from '../../httpDeps.ts';
import { ServiceBody } from '../../schemas/health.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'describeService',
  summary: 'What pages ask before anybody signs in',
  description: 'Whether anybody has an account yet, and the limits that a form should know.',
  tags: ['Health'],
  security: NO_CREDENTIAL,
  response: { 200: ServiceBody },
};

export function describeServiceRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/service', { config: { ownWindows: 'pages' }, schema }, async () => ({
    has_accounts: await ports.users.any(),
    password_chars_min: ports.limits.passwordCharsMin,
    upload_bytes_max: ports.limits.uploadBytesMax,
    import_bytes_max: ports.importSources.archiveBytesMax,
  }));
}
