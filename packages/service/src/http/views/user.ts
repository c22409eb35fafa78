/** Accounts as JSON. @module */
import type { z } from 'zod';
import type { OpenDeviceLogin } from '../../app/ports/accounts/deviceLogins.ts';
import type { LiveSession, User } from '../../app/ports/accounts/accounts.ts';
import type { Identity } from '../../app/ports/accounts/identities.ts';
import type { IdentityBody, SessionBody } from '../schemas/accounts/account.ts';
import { shownUserCode } from '../../app/accounts/deviceLogin.ts';
import { ACCESS_LIFETIME_S, type LoggedIn } from '../../app/accounts/openSession.ts';
import type { OwnAccount } from '../../app/accounts/ownAccount.ts';
import type { WaitingDevice } from '../schemas/accounts/deviceLogin.ts';
import type { Me, RegisteredUser, TokenPair } from '../schemas/accounts/auth.ts';

export const tokenPairView = ({ accessToken, refreshToken }: LoggedIn): z.output<typeof TokenPair> => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  token_type: 'bearer',
  expires_in: ACCESS_LIFETIME_S,
});

export const registeredUserView = (user: User): z.output<typeof RegisteredUser> => ({
  id: user.id,
  email: user.email,
  full_name: user.fullName,
  tier: user.tier,
  created_at: user.createdAt.toISOString(),
});

export const meView = ({ user, organizationId }: OwnAccount): z.output<typeof Me> => ({
  ...registeredUserView(user),
  is_verified: user.isVerified,
  updated_at: user.updatedAt?.toISOString() ?? null,
  last_login_at: user.lastLoginAt?.toISOString() ?? null,
  has_password: user.passwordHash !== null,
  organization_id: organizationId,
});

export const sessionView = (session: LiveSession, currentId: string): z.output<typeof SessionBody> => ({
  id: session.id,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt?.toISOString() ?? null,
  expires_at: session.expiresAt.toISOString(),
  ip: session.ip,
  user_agent: session.userAgent,
  is_current: session.id === currentId,
});

export const identityView = (identity: Identity): z.output<typeof IdentityBody> => ({
  id: identity.id,
  provider: identity.provider,
  email: identity.email,
  created_at: identity.createdAt.toISOString(),
  last_login_at: identity.lastLoginAt?.toISOString() ?? null,
});

export const waitingDeviceView = (login: OpenDeviceLogin): z.output<typeof WaitingDevice> => ({
  user_code: shownUserCode(login.userCode),
  client_name: login.clientName,
  ip: login.ip,
  user_agent: login.userAgent,
  created_at: login.createdAt.toISOString(),
  expires_at: login.expiresAt.toISOString(),
});
