/** Accounts and sessions. @module */
import { z } from 'zod';
import { ACCESS_LIFETIME_S, logIn, logOut, refreshAccess } from '../../app/accounts/logIn.ts';
import { registerUser } from '../../app/accounts/registerUser.ts';
import { callerOf, requesterOf, requireCaller, userOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { AccessToken, LoginBody, Me, RefreshBody, RegisterBody, RegisteredUser, TokenPair } from '../schemas/auth.ts';
import { failures } from '../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL, NO_CREDENTIAL } from '../security.ts';
import { meView, registeredUserView } from '../views/user.ts';

const tags = ['Accounts'];

export function registerAuthRoutes(app: App, { ports }: HttpDeps): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/v1/auth/')) reply.header('cache-control', 'no-store');
  });

  app.post(
    '/v1/auth/register',
    {
      config: { perMinuteAndAddress: ports.limits.registrationsPerMinute },
      schema: {
        operationId: 'register',
        summary: 'Open an account',
        description: 'Makes the user and a personal organization. Does not log in.',
        tags,
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
      },
    },
    async (request, reply) => {
      const { email, password, full_name } = request.body;
      const user = await registerUser(ports, { email, password, fullName: full_name?.trim() || null });
      return reply.code(201).header('location', '/v1/auth/me').send(registeredUserView(user));
    },
  );

  app.post(
    '/v1/auth/login',
    {
      schema: {
        operationId: 'login',
        summary: 'Log in',
        tags,
        security: NO_CREDENTIAL,
        body: LoginBody,
        response: {
          200: TokenPair,
          ...failures('INVALID_CREDENTIALS', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
        },
      },
    },
    async (request) => {
      const { accessToken, refreshToken } = await logIn(ports, request.body, requesterOf(request));
      return {
        access_token: accessToken,
        refresh_token: refreshToken,
        token_type: 'bearer' as const,
        expires_in: ACCESS_LIFETIME_S,
      };
    },
  );

  app.post(
    '/v1/auth/refresh',
    {
      schema: {
        operationId: 'refresh',
        summary: 'Get a fresh access token',
        tags,
        security: NO_CREDENTIAL,
        body: RefreshBody,
        response: {
          200: AccessToken,
          ...failures(
            'TOKEN_EXPIRED',
            'INVALID_TOKEN',
            'VALIDATION_ERROR',
            'UNSUPPORTED_MEDIA_TYPE',
            'PAYLOAD_TOO_LARGE',
          ),
        },
      },
    },
    async (request) => {
      const accessToken = await refreshAccess(ports, request.body.refresh_token);
      return { access_token: accessToken, token_type: 'bearer' as const, expires_in: ACCESS_LIFETIME_S };
    },
  );

  app.post(
    '/v1/auth/logout',
    {
      onRequest: requireCaller(ports),
      schema: {
        operationId: 'logout',
        summary: 'End this session',
        description: 'Its access and refresh tokens are refused from now on.',
        tags,
        security: credentials('account.manage'),
        response: {
          204: z.undefined().describe('Logged out.'),
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN'),
        },
      },
    },
    async (request, reply) => {
      await logOut(ports, userOf(request));
      return reply.code(204).send();
    },
  );

  app.get(
    '/v1/auth/me',
    {
      onRequest: requireCaller(ports),
      schema: {
        operationId: 'me',
        summary: 'The account of the caller',
        tags,
        security: credentials('account.manage'),
        response: { 200: Me, ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN') },
      },
    },
    async (request) => {
      const { user } = callerOf(request);
      const { organization } = await ports.memberships.personal(user.id);
      return meView(user, organization.id);
    },
  );
}
