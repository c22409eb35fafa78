/** What the operations on the session of a browser share. @module */
import type { z } from 'zod';
import { ACCESS_LIFETIME_S, type LoggedIn, REFRESH_LIFETIME_S } from '../../../app/accounts/openSession.ts';
import type { FastifyReply } from 'fastify';
import { setCookie } from '../../request/cookies.ts';
import type { BrowserSession } from '../../schemas/accounts/browserSession.ts';

export const SESSION_PATH = '/v1/auth/browser-session';

/** Keeps the refresh token where no script reads it, and gives the page the rest. */
export function keepSession(
  reply: FastifyReply,
  base: string,
  { accessToken, refreshToken }: LoggedIn,
): z.output<typeof BrowserSession> {
  setCookie(reply, base, {
    name: 'assay_session',
    value: refreshToken,
    lifetimeS: REFRESH_LIFETIME_S,
    sameSite: 'strict',
  });
  return { access_token: accessToken, token_type: 'bearer', expires_in: ACCESS_LIFETIME_S };
}
