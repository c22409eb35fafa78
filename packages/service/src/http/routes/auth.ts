/** Accounts and sessions. @module */
import { z } from 'zod';
import { logIn, logOut } from '../../app/accounts/logIn.ts';
import { ACCESS_LIFETIME_S } from '../../app/accounts/openSession.ts';
import { refreshSession } from '../../app/accounts/refreshSession.ts';
import { registerUser } from '../../app/accounts/registerUser.ts';
import { sendVerification } from '../../app/accounts/verifyEmail.ts';
import { callerOf, requesterOf, requireCaller, userOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { AccessToken, LoginBody, Me, RefreshBody, RegisterBody, RegisteredUser, TokenPair } from '../schemas/auth.ts';
import { failures } from '../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL, NO_CREDENTIAL } from '../security.ts';
import { meView, registeredUserView, tokenPairView } from '../views/user.ts';

const tags = ['Accounts'];

export function registerAuthRoutes(app: App, { ports, settings }: HttpDeps): void {
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
        description:
          'Makes the user and a personal organization, and sends a mail to confirm the address. Does not log in.',
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
      sendVerification(ports, user, settings.publicBaseUrl());
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
      return tokenPairView(await logIn(ports, request.body, requesterOf(request)));
    },
  );

  app.post(
    '/v1/auth/refresh',
    {
      schema: {
        operationId: 'refresh',
        summary: 'Get a fresh access token',
        description:
          'With `rotate` the refresh token is replaced too. A lost answer may be asked for again within 30 s; a replaced token that is used later ends the session (`TOKEN_REUSED`).',
        tags,
        security: NO_CREDENTIAL,
        body: RefreshBody,
        response: {
          200: AccessToken,
          ...failures(
            'TOKEN_EXPIRED',
            'INVALID_TOKEN',
            'TOKEN_REUSED',
            'VALIDATION_ERROR',
            'UNSUPPORTED_MEDIA_TYPE',
            'PAYLOAD_TOO_LARGE',
          ),
        },
      },
    },
    async (request) => {
      const { refresh_token, rotate } = request.body;
      const { accessToken, refreshToken } = await refreshSession(ports, refresh_token, rotate);
      return {
        access_token: accessToken,
        ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
        token_type: 'bearer' as const,
        expires_in: ACCESS_LIFETIME_S,
      };
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
