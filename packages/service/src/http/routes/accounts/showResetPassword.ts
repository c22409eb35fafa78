/** GET /v1/auth/reset-password: the page that the mail leads to. @module */
import type { App } from '../../httpDeps.ts';
import { sendPage } from '../../pages/html.ts';
import { resetPasswordPage } from '../../pages/mailPages.ts';
import { MailLinkQuery } from '../../schemas/accounts/account.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { pageAnswer } from './mailForm.ts';

const schema = {
  operationId: 'showResetPassword',
  summary: 'The page that the mail leads to',
  description: 'A form that works without script. Opening it changes nothing.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  querystring: MailLinkQuery,
  response: { 200: pageAnswer, ...failures('VALIDATION_ERROR') },
};

export function showResetPasswordRoute(app: App): void {
  app.get('/v1/auth/reset-password', { schema }, (request, reply) =>
    sendPage(reply, resetPasswordPage(request, request.query.token, false)),
  );
}
