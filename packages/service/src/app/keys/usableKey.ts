/** From the text of an API key to the key and its maker. @module */
import { AppError } from '@assay/core/errors';
import type { User } from '../ports/accounts/accounts.ts';
import type { ApiKey } from '../ports/accounts/apiKeys.ts';
import type { Ports } from '../ports/ports.ts';

export type KeyDeps = Pick<Ports, 'apiKeys' | 'keySecrets' | 'users' | 'memberships' | 'clock'>;

export interface UsableKey {
  readonly key: ApiKey;
  readonly user: User;
}

/**
 * @throws {AppError} INVALID_API_KEY; says why only to whoever has the whole secret, so that guessing learns nothing
 */
export async function usableKey(deps: KeyDeps, secret: string): Promise<UsableKey> {
  const hash = deps.keySecrets.hash(secret.trim());
  const key = hash === null ? null : await deps.apiKeys.findByHash(hash);
  if (!key) throw new AppError('INVALID_API_KEY', 'This API key is not known.');
  const trouble = keyTrouble(key, deps.clock.now());
  if (trouble !== null) throw new AppError('INVALID_API_KEY', trouble);
  const user = await makerOfKey(deps, key);
  if (!user) throw new AppError('INVALID_API_KEY', 'Who made this API key is no member of its organization any more.');
  return { key, user };
}

/** Who made the key, while a member of its organization; else null. */
export async function makerOfKey(deps: Pick<Ports, 'users' | 'memberships'>, key: ApiKey): Promise<User | null> {
  const user = await deps.users.find(key.userId);
  const membership = user && (await deps.memberships.find(user.id, key.organizationId));
  return membership ? user : null;
}

/** Why a key does not work, as a sentence; null if it does. */
export function keyTrouble(key: ApiKey, now: Date): string | null {
  if (key.revokedAt) return 'This API key was revoked.';
  if (key.expiresAt && key.expiresAt <= now) return `This API key expired at ${key.expiresAt.toISOString()}.`;
  if (!key.isActive) return 'This API key is switched off.';
  return null;
}
