/** POST /v1/auth/forgot-password: ask for a mail to set a new password. @module */
import { askForMail } from '../../../app/accounts/mailRequests.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { EmailBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { accepted, AcceptedBody } from './mailForm.ts';

const schema = {
  operationId: 'forgotPassword',
  summary: 'Ask for a mail to set a new password',
  description: 'Always the same answer, at most one mail a minute. The link in it works for an hour.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  body: EmailBody,
  response: { 202: AcceptedBody, ...failures(...CHECKED_BODY) },
};

export function forgotPasswordRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/forgot-password', { schema }, async (request, reply) => {
    await askForMail(ports, 'reset', request.body.email);
    return accepted(ports, request, reply);
  });
}
