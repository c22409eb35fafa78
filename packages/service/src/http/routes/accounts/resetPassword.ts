/** POST /v1/auth/reset-password: set a new password with the token of the mail. @module */
import { z } from 'zod';
import { resetPassword } from '../../../app/accounts/password/resetPassword.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sendPage } from '../../pages/html.ts';
import { donePage, resetPasswordPage } from '../../pages/mailPages.ts';
import { asAppError } from '../../reply/errorReply.ts';
import { HTTP_STATUS } from '../../reply/errorTable.ts';
import { ResetPasswordBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { traceOf } from '../../security/auth.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { fromPage, sendFailure } from './mailForm.ts';

const schema = {
  operationId: 'resetPassword',
  summary: 'Set a new password with the token of the mail',
  description:
    'Ends all sessions, links in mails and, without `keep_api_keys`, the API keys of the account. Takes the JSON body, or the form of the page, which is answered with a page.',
  tags: ['Accounts'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  security: NO_CREDENTIAL,
  body: ResetPasswordBody,
  response: {
    204: z.undefined().describe('The new password counts.'),
    ...failures('INVALID_TOKEN', 'GONE', 'WEAK_PASSWORD', ...CHECKED_BODY),
  },
};

export function resetPasswordRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/reset-password', { config: { urlForm: true }, schema }, async (request, reply) => {
    const { token, password, keep_api_keys: keepApiKeys } = request.body;
    try {
      await resetPassword(ports, traceOf(request), { token, password, keepApiKeys });
    } catch (error) {
      const { code } = asAppError(error);
      if (fromPage(request) && code === 'WEAK_PASSWORD')
        return sendPage(reply, resetPasswordPage(request, token, true), HTTP_STATUS[code]);
      return sendFailure(request, reply, error, 'reset');
    }
    if (!fromPage(request)) return reply.code(204).send();
    return sendPage(reply, donePage(request, 'reset'));
  });
}
