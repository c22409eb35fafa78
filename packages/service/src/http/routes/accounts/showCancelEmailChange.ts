/** GET /v1/auth/cancel-email-change: the page that the warning leads to. @module */
import type { App } from '../../httpDeps.ts';
import { sendPage } from '../../pages/html.ts';
import { formPage } from '../../pages/mailPages.ts';
import { MailLinkQuery } from '../../schemas/accounts/account.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { pageAnswer } from './mailForm.ts';

const schema = {
  operationId: 'showCancelEmailChange',
  summary: 'The page that the warning leads to',
  description: 'Shows a button that stops a change of address. Opening the page changes nothing.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  querystring: MailLinkQuery,
  response: { 200: pageAnswer, ...failures('VALIDATION_ERROR') },
};

export function showCancelEmailChangeRoute(app: App): void {
  app.get('/v1/auth/cancel-email-change', { schema }, (request, reply) =>
    sendPage(reply, formPage(request, 'cancel', request.query.token)),
  );
}
