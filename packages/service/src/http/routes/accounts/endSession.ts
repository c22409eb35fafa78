/** DELETE /v1/auth/sessions/:session_id: end one session. @module */
import { z } from 'zod';
import { endSession } from '../../../app/accounts/sessions.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { SessionParams } from '../../schemas/accounts/account.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ACCOUNT } from './accountFailures.ts';

const schema = {
  operationId: 'endSession',
  summary: 'End one session',
  description: 'Also the one that asks. Its tokens are refused from then on.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  params: SessionParams,
  response: {
    204: z.undefined().describe('Its tokens are refused from now on.'),
    ...failures(...ACCOUNT, 'SESSION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function endSessionRoute(app: App, { ports }: RouteDeps): void {
  app.delete('/v1/auth/sessions/:session_id', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    await endSession(ports, userOf(request), request.params.session_id);
    return reply.code(204).send();
  });
}
