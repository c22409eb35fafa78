/** POST /v1/auth/register: open an account. @module */
import { registerUser } from '../../../app/accounts/registerUser.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { languageOfSender } from '../../request/languageOfSender.ts';
import { onceOf } from '../../request/idempotency.ts';
import { RegisterBody, RegisteredUser } from '../../schemas/accounts/auth.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { registeredUserView } from '../../views/user.ts';

const schema = {
  operationId: 'register',
  summary: 'Open an account',
  description: 'Makes the user and a personal organization, and sends a mail to confirm the address. Does not log in.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  body: RegisterBody,
  response: {
    201: RegisteredUser,
    ...failures(
      'EMAIL_ALREADY_EXISTS',
      'VALIDATION_ERROR',
      'WEAK_PASSWORD',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ),
  },
};

export function registerRoute(app: App, { ports, settings }: RouteDeps): void {
  app.post(
    '/v1/auth/register',
    { config: { perMinuteAndAddress: ports.limits.registrationsPerMinute }, schema },
    async (request, reply) => {
      const { email, password, full_name } = request.body;
      const input = {
        email,
        password,
        fullName: full_name?.trim() || null,
        language: languageOfSender(request) ?? 'en',
      };
      const user = await registerUser(ports, input, settings.publicBaseUrl(), onceOf(request));
      return reply.code(201).header('location', '/v1/auth/me').send(registeredUserView(user));
    },
  );
}
