/** Who calls. What follows from it is decided in `policy.ts` alone. @module */
import type { User } from '../ports/accounts/accounts.ts';
import type { ApiKey } from '../ports/accounts/apiKeys.ts';
import type { Scope } from '../scopes.ts';

export interface UserCaller {
  readonly kind: 'user';
  readonly user: User;
  readonly sessionId: string;
}

/** A program. It acts in one organization, within its scopes, and never beyond what its maker may. */
export interface KeyCaller {
  readonly kind: 'key';
  /** Who made the key. */
  readonly user: User;
  readonly key: ApiKey;
}

export type Caller = UserCaller | KeyCaller;

/** Null: a signed-in user, whom no scope bounds. */
export const scopesOf = (caller: Caller): readonly Scope[] | null =>
  caller.kind === 'key' ? (caller.key.scopes as readonly Scope[]) : null;

/**
 * From where a request came; kept with sessions and verifications for a bounded time:
 * docs/spec/verification.md#network-addresses.
 */
export interface Requester {
  readonly ip: string | null;
  readonly userAgent: string | null;
}
