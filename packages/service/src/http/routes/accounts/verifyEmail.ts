/** POST /v1/auth/verify-email: confirm an e-mail address. @module */
import { verifyEmail } from '../../../app/accounts/verifyEmail.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sendPage } from '../../pages/html.ts';
import { donePage } from '../../pages/mailPages.ts';
import { Verified, VerifyEmailBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { fromPage, sendFailure } from './mailForm.ts';

const schema = {
  operationId: 'verifyEmail',
  summary: 'Confirm an e-mail address',
  description:
    'Takes the JSON body, or the form of the page, which is answered with a page. Works once. A new address counts from `counts_from` on if the present one is confirmed, unless that one cancels.',
  tags: ['Accounts'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  security: NO_CREDENTIAL,
  body: VerifyEmailBody,
  response: { 200: Verified, ...failures('INVALID_TOKEN', 'EMAIL_ALREADY_EXISTS', 'GONE', ...CHECKED_BODY) },
};

export function verifyEmailRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/verify-email', { config: { urlForm: true }, schema }, async (request, reply) => {
    let countsFrom: Date | null;
    try {
      countsFrom = await verifyEmail(ports, request.body.token);
    } catch (error) {
      return sendFailure(request, reply, error, 'verify');
    }
    const from = countsFrom?.toISOString();
    if (!fromPage(request)) return { is_verified: true as const, ...(from ? { counts_from: from } : {}) };
    return sendPage(reply, donePage(request, 'verify', countsFrom));
  });
}
