/** GET /v1/auth/verify-email: the page that the mail leads to. @module */
import type { App } from '../../httpDeps.ts';
import { sendPage } from '../../pages/html.ts';
import { formPage } from '../../pages/mailPages.ts';
import { MailLinkQuery } from '../../schemas/accounts/account.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { pageAnswer } from './mailForm.ts';

const schema = {
  operationId: 'showVerifyEmail',
  summary: 'The page that the mail leads to',
  description: 'Shows a button that confirms the address. Opening the page changes nothing.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  querystring: MailLinkQuery,
  response: { 200: pageAnswer, ...failures('VALIDATION_ERROR') },
};

export function showVerifyEmailRoute(app: App): void {
  app.get('/v1/auth/verify-email', { schema }, (request, reply) =>
    sendPage(reply, formPage(request, 'verify', request.query.token)),
  );
}
