/** GET /v1/auth/device/codes/:user_code: see which program waits. @module */
import { deviceLoginOf } from '../../../app/accounts/deviceLogin.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { UserCodeParams, WaitingDevice } from '../../schemas/accounts/deviceLogin.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { waitingDeviceView } from '../../views/user.ts';
import { ACCOUNT } from '../accounts/accountFailures.ts';

const schema = {
  operationId: 'getDeviceLogin',
  summary: 'See which program waits for a login',
  description: 'By the code that it shows, so that the person can tell a program of theirs from a stranger.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  params: UserCodeParams,
  response: { 200: WaitingDevice, ...failures(...ACCOUNT, 'GONE', 'VALIDATION_ERROR') },
};

export function getDeviceLoginRoute(app: App, { ports }: RouteDeps): void {
  const config = { perMinuteAndAddress: ports.limits.keyChecksPerMinute };
  const onRequest = requireCaller(ports);
  app.get('/v1/auth/device/codes/:user_code', { config, onRequest, schema }, async (request) => {
    // An API key allows no login, so it looks at none.
    userOf(request);
    return waitingDeviceView(await deviceLoginOf(ports, request.params.user_code));
  });
}
