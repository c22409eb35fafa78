/** POST /v1/auth/device/authorize: begin a login on a device. @module */
import { DEVICE_LOGIN_LIFETIME_S, POLL_PAUSE_S, startDeviceLogin } from '../../../app/accounts/deviceLogin.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { DeviceAuthorizeBody, DeviceCodesBody } from '../../schemas/accounts/deviceLogin.ts';
import { failures } from '../../schemas/common.ts';
import { requesterOf } from '../../security/auth.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'authorizeDevice',
  summary: 'Begin a login on a device',
  description:
    'For programs without a browser (RFC 8628): show the user code and the address, then ask for the tokens until a person has allowed it.',
  tags: ['Accounts'],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  security: NO_CREDENTIAL,
  body: DeviceAuthorizeBody,
  response: {
    200: DeviceCodesBody,
    ...failures('BAD_REQUEST', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
  },
};

export function authorizeDeviceRoute(app: App, { ports, settings }: RouteDeps): void {
  const config = { urlForm: true, perMinuteAndAddress: ports.limits.keyChecksPerMinute } as const;
  app.post('/v1/auth/device/authorize', { config, schema }, async (request) => {
    const codes = await startDeviceLogin(ports, request.body.client_name || null, requesterOf(request));
    const page = `${settings.publicBaseUrl()}/device`;
    return {
      device_code: codes.deviceCode,
      user_code: codes.userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${codes.userCode}`,
      expires_in: DEVICE_LOGIN_LIFETIME_S,
      interval: POLL_PAUSE_S,
    };
  });
}
