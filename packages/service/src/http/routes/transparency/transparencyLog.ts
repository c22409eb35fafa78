/** GET /v1/transparency: the transparency log and its newest checkpoint. @module */
import { logState } from '../../../app/transparency/readLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { LogBody } from '../../schemas/ledger/transparency.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { logView } from '../../views/transparency.ts';
import { LOG_PREFIX } from './logBytes.ts';

const schema = {
  operationId: 'transparencyLog',
  summary: 'The transparency log and its newest checkpoint',
  description: `Every commitment is an entry of it. Checkpoint and tiles lie below \`${LOG_PREFIX}/\` (C2SP tlog-tiles): \`${LOG_PREFIX}/checkpoint\`, \`${LOG_PREFIX}/tile/0/000\`, \`${LOG_PREFIX}/tile/entries/000\`.`,
  tags: ['Transparency'],
  security: NO_CREDENTIAL,
  response: { 200: LogBody, ...failures('LOG_ENTRY_NOT_FOUND') },
};

export function transparencyLogRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/transparency', { schema }, async (_request, reply) => {
    const state = await logState(ports);
    reply.header('cache-control', 'no-cache');
    return logView(state, `${settings.publicBaseUrl()}${LOG_PREFIX}/`);
  });
}
