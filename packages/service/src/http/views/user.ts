/** Accounts as JSON. @module */
import type { z } from 'zod';
import type { User } from '../../app/ports/accounts.ts';
import type { Me, RegisteredUser } from '../schemas/auth.ts';

export const registeredUserView = (user: User): z.output<typeof RegisteredUser> => ({
  id: user.id,
  email: user.email,
  full_name: user.fullName,
  tier: user.tier,
  created_at: user.createdAt.toISOString(),
});

export const meView = (user: User, organizationId: string): z.output<typeof Me> => ({
  ...registeredUserView(user),
  is_verified: user.isVerified,
  updated_at: user.updatedAt?.toISOString() ?? null,
  last_login_at: user.lastLoginAt?.toISOString() ?? null,
  organization_id: organizationId,
});
