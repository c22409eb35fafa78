/** POST /v1/auth/change-password: change your password. @module */
import { z } from 'zod';
import { changePassword } from '../../../app/accounts/password/changePassword.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { ChangePasswordBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ACCOUNT, GUARDED } from './accountFailures.ts';

const schema = {
  operationId: 'changePassword',
  summary: 'Change your password',
  description: `All other sessions end, links in mails and, without \`keep_api_keys\`, the API keys that you made. \`CONFLICT\` for an account that has none yet: use forgot-password. ${GUARDED}`,
  tags: ['Accounts'],
  security: credentials('account.manage'),
  body: ChangePasswordBody,
  response: {
    204: z.undefined().describe('The new password counts.'),
    ...failures(...ACCOUNT, 'INVALID_CREDENTIALS', 'CONFLICT', 'WEAK_PASSWORD', ...CHECKED_BODY),
  },
};

export function changePasswordRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/change-password', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const { current_password: currentPassword, new_password: newPassword, keep_api_keys: keepApiKeys } = request.body;
    const change = { currentPassword, newPassword, keepApiKeys };
    await changePassword(ports, userOf(request), traceOf(request), change);
    return reply.code(204).send();
  });
}
