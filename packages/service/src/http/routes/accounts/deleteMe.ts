/** DELETE /v1/auth/me: delete your account. @module */
import { z } from 'zod';
import { deleteAccount } from '../../../app/accounts/deleteAccount.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { DeleteAccountBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ACCOUNT, GUARDED } from './accountFailures.ts';

const schema = {
  operationId: 'deleteMe',
  summary: 'Delete your account',
  description:
    'With it go its organizations and all that is kept there. `LAST_OWNER` while other people are members of one; then nothing is deleted. ' +
    GUARDED,
  tags: ['Accounts'],
  security: credentials('account.manage'),
  body: DeleteAccountBody,
  response: {
    204: z.undefined().describe('Deleted.'),
    ...failures(...ACCOUNT, 'INVALID_CREDENTIALS', 'LAST_OWNER', ...CHECKED_BODY),
  },
};

export function deleteMeRoute(app: App, { ports }: RouteDeps): void {
  app.delete('/v1/auth/me', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    await deleteAccount(ports, userOf(request), request.id, request.body?.password ?? null);
    return reply.code(204).send();
  });
}
