/** POST /v1/auth/resend-verification: send the mail that confirms the address again. @module */
import { askForMail } from '../../../app/accounts/mailRequests.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { EmailBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { accepted, AcceptedBody } from './mailForm.ts';

const schema = {
  operationId: 'resendVerification',
  summary: 'Send the mail that confirms the address again',
  description: 'Always the same answer, at most one mail a minute.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  body: EmailBody,
  response: { 202: AcceptedBody, ...failures(...CHECKED_BODY) },
};

export function resendVerificationRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/resend-verification', { schema }, async (request, reply) => {
    await askForMail(ports, 'verify', request.body.email);
    return accepted(ports, request, reply);
  });
}
