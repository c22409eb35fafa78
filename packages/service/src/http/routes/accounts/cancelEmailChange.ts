/** POST /v1/auth/cancel-email-change: stop a change of address from the present one. @module */
import { z } from 'zod';
import { cancelAddressChange } from '../../../app/accounts/addressChange.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sendPage } from '../../pages/html.ts';
import { donePage } from '../../pages/mailPages.ts';
import { CancelEmailChangeBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { fromPage, sendFailure } from './mailForm.ts';

const schema = {
  operationId: 'cancelEmailChange',
  summary: 'Stop a change of address from the present one',
  description: 'Takes the JSON body, or the form of the page, which is answered with a page. Works once.',
  tags: ['Accounts'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  security: NO_CREDENTIAL,
  body: CancelEmailChangeBody,
  response: {
    204: z.undefined().describe('The account keeps its address.'),
    ...failures('INVALID_TOKEN', 'GONE', ...CHECKED_BODY),
  },
};

export function cancelEmailChangeRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/cancel-email-change', { config: { urlForm: true }, schema }, async (request, reply) => {
    try {
      await cancelAddressChange(ports, request.body.token);
    } catch (error) {
      return sendFailure(request, reply, error, 'cancel');
    }
    if (!fromPage(request)) return reply.code(204).send();
    return sendPage(reply, donePage(request, 'cancel'));
  });
}
