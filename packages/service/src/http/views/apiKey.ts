/** API keys as JSON. @module */
import type { z } from 'zod';
import type { ApiKey } from '../../app/ports/accounts/apiKeys.ts';
import type { MadeKey } from '../../app/keys/makeKey.ts';
import type { ValidKey } from '../../app/keys/validateKey.ts';
import type { Scope } from '../../app/scopes.ts';
import type { ApiKeyBody, MadeKeyBody, ValidKeyBody } from '../schemas/apiKey.ts';

export const apiKeyView = (key: ApiKey): z.output<typeof ApiKeyBody> => ({
  id: key.id,
  organization_id: key.organizationId,
  user_id: key.userId,
  key: `${key.keyPrefix}...${key.keyLast4}`,
  name: key.name,
  scopes: [...key.scopes] as Scope[],
  rate_limit_per_hour: key.rateLimitPerHour,
  rate_limit_per_day: key.rateLimitPerDay,
  is_active: key.isActive,
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  rotated_to_id: key.rotatedToId,
  created_at: key.createdAt.toISOString(),
});

/** A key as it is shown once, with the secret itself. */
export const madeView = ({ key, secret }: MadeKey): z.output<typeof MadeKeyBody> => ({
  ...apiKeyView(key),
  key: secret,
});

export const validKeyView = ({ key, perHour, perDay }: ValidKey): z.output<typeof ValidKeyBody> => ({
  valid: true,
  scopes: [...key.scopes] as Scope[],
  key_id: key.id,
  organization_id: key.organizationId,
  name: key.name,
  is_active: key.isActive,
  expires_at: key.expiresAt?.toISOString() ?? null,
  rate_limit: { per_hour: perHour, per_day: perDay },
});
