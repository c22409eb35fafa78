/**
 * Access tokens for programs (docs/spec/accounts.md#tokens-for-programs): the client credentials grant of OAuth 2 (RFC
 * 6749, 4.4). The client is an API key, its id and its secret; the token can do what the key can, or less, and dies
 * with it.
 * @module
 */
import { AppError, type ErrorCode } from '@assay/core/errors';
import { type KeyDeps, keyTrouble, usableKey, makerOfKey } from '../keys/usableKey.ts';
import type { Ports } from '../ports/ports.ts';
import type { TokenClaims } from '../ports/runtime/runtime.ts';
import { cleanScopes, covers, type Scope, SCOPE_ALIASES, SCOPES } from '../scopes.ts';
import type { KeyCaller } from './caller.ts';
import { ACCESS_LIFETIME_S } from './openSession.ts';

export interface TokenRequest {
  readonly grantType: string | null;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  /** Words with spaces between them; null: all that the key has. */
  readonly scope: string | null;
}

export interface MachineToken {
  readonly accessToken: string;
  readonly scopes: readonly Scope[];
  readonly lifetimeS: number;
}

/** The error words of RFC 6749, 5.2, beside our own code, so that OAuth libraries understand it. */
const refusal = (code: ErrorCode, error: string, detail: string): AppError =>
  new AppError(code, detail, { extra: { error, error_description: detail } });

/** @throws {AppError} BAD_REQUEST (the request or its scope), INVALID_API_KEY (the client) */
export async function issueMachineToken(
  deps: KeyDeps & Pick<Ports, 'tokens' | 'apiKeys'>,
  { grantType, clientId, clientSecret, scope }: TokenRequest,
): Promise<MachineToken> {
  if (grantType === null) throw refusal('BAD_REQUEST', 'invalid_request', 'Send grant_type=client_credentials.');
  if (grantType !== 'client_credentials')
    throw refusal('BAD_REQUEST', 'unsupported_grant_type', 'The only grant here is client_credentials.');
  if (clientId === null || clientSecret === null)
    throw refusal(
      'INVALID_API_KEY',
      'invalid_client',
      'Send the id of an API key as client_id, the key as client_secret.',
    );
  const { key, user } = await usableKey(deps, clientSecret).catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.code !== 'INVALID_API_KEY') throw cause;
    throw refusal('INVALID_API_KEY', 'invalid_client', cause.detail);
  });
  if (key.id !== clientId.toLowerCase())
    throw refusal('INVALID_API_KEY', 'invalid_client', 'This API key is not known.');
  const scopes = scopesOf(scope, key.scopes as readonly Scope[]);
  const now = deps.clock.now();
  await deps.apiKeys.recordUse(key.id, now, now);
  // Not longer than the key itself.
  const keyLeftS = key.expiresAt ? Math.floor((key.expiresAt.getTime() - now.getTime()) / 1000) : ACCESS_LIFETIME_S;
  const claims = { userId: user.id, sessionId: key.id, tier: user.tier, type: 'access', scopes } as const;
  const lifetimeS = Math.min(ACCESS_LIFETIME_S, keyLeftS);
  return { accessToken: await deps.tokens.issue(claims, lifetimeS), scopes, lifetimeS };
}

function scopesOf(text: string | null, held: readonly Scope[]): readonly Scope[] {
  const words = (text ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return held;
  const known = words.filter(
    (word): word is Scope => (SCOPES as readonly string[]).includes(word) || Object.hasOwn(SCOPE_ALIASES, word),
  );
  const wanted = cleanScopes(known);
  if (known.length < words.length || !wanted.every((scope) => covers(held, scope)))
    throw refusal('BAD_REQUEST', 'invalid_scope', `This API key can give the scopes ${held.join(', ')}.`);
  return wanted;
}

/** Who stands behind such a token; looked up on every request, as the key itself would be. */
export async function callerOfMachineToken(
  deps: KeyDeps,
  { sessionId: keyId, scopes: granted = [] }: TokenClaims,
): Promise<KeyCaller> {
  const key = await deps.apiKeys.find(keyId);
  if (!key || keyTrouble(key, deps.clock.now()) !== null)
    throw new AppError('INVALID_TOKEN', 'The API key of this token does not work any more.');
  const user = await makerOfKey(deps, key);
  if (!user) throw new AppError('INVALID_TOKEN', 'Who made the API key of this token is no member there any more.');
  // The key may have lost scopes since.
  const scopes = granted.filter((scope) => covers(key.scopes as readonly Scope[], scope as Scope));
  return { kind: 'key', user, key: { ...key, scopes } };
}
