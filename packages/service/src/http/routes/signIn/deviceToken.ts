/** POST /v1/auth/device/token: get the tokens of a login on a device. @module */
import { finishDeviceLogin } from '../../../app/accounts/deviceLogin.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { TokenPair } from '../../schemas/accounts/auth.ts';
import { DeviceTokenBody } from '../../schemas/accounts/deviceLogin.ts';
import { failures } from '../../schemas/common.ts';
import { requesterOf } from '../../security/auth.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { tokenPairView } from '../../views/user.ts';

const schema = {
  operationId: 'deviceToken',
  summary: 'Get the tokens of a login on a device',
  description:
    'Until a person has answered, `BAD_REQUEST` with `error` `authorization_pending` or `slow_down` (RFC 8628, 3.5); `access_denied` and `expired_token` are final. A device code gives one session, once.',
  tags: ['Accounts'],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  security: NO_CREDENTIAL,
  body: DeviceTokenBody,
  response: {
    200: TokenPair,
    ...failures('BAD_REQUEST', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
  },
};

export function deviceTokenRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/device/token', { config: { urlForm: true }, schema }, async (request) => {
    const { grant_type, device_code } = request.body;
    const asked = { grantType: grant_type ?? null, deviceCode: device_code ?? null };
    return tokenPairView(await finishDeviceLogin(ports, asked, requesterOf(request)));
  });
}
