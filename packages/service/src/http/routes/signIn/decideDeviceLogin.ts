/** POST /v1/auth/device/codes/:user_code: allow or refuse a login on a device. @module */
import { z } from 'zod';
import { decideDeviceLogin } from '../../../app/accounts/deviceLogin.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { DeviceDecisionBody, UserCodeParams } from '../../schemas/accounts/deviceLogin.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ACCOUNT } from '../accounts/accountFailures.ts';

const schema = {
  operationId: 'decideDeviceLogin',
  summary: 'Allow or refuse a login on a device',
  description:
    'Allowed, the program gets a session of yours, which stands among your sessions. Once for each code; the audit log of your own organization tells it.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  params: UserCodeParams,
  body: DeviceDecisionBody,
  response: {
    204: z.undefined().describe('The program learns it with its next request.'),
    ...failures(...ACCOUNT, 'GONE', ...CHECKED_BODY),
  },
};

export function decideDeviceLoginRoute(app: App, { ports }: RouteDeps): void {
  const config = { perMinuteAndAddress: ports.limits.keyChecksPerMinute };
  const onRequest = requireCaller(ports);
  app.post('/v1/auth/device/codes/:user_code', { config, onRequest, schema }, async (request, reply) => {
    const decision = { typed: request.params.user_code, allowed: request.body.allow };
    await decideDeviceLogin(ports, userOf(request), traceOf(request), decision);
    return reply.code(204).send();
  });
}
