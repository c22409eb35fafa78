/** What an API key may be allowed: docs/spec/api.md#scopes. @module */

export const SCOPES = [
  'read',
  'verify',
  'write',
  'delete',
  'commit',
  'webhooks',
  'org:read',
  'org:admin',
  '*',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Enough to look and to verify, nothing that changes anything. */
export const DEFAULT_SCOPES = ['read', 'verify'] as const satisfies readonly Scope[];

/** Other words that callers may send. */
export const SCOPE_ALIASES = { upload: 'write', admin: '*' } as const satisfies Readonly<Record<string, Scope>>;

/** Known scopes, aliases resolved, in the order of `SCOPES`, each once; none = the default ones. */
export function cleanScopes(words: readonly (Scope | keyof typeof SCOPE_ALIASES)[]): readonly Scope[] {
  const wanted = new Set<string>(words.map((word) => (word in SCOPE_ALIASES ? SCOPE_ALIASES[word as 'upload'] : word)));
  return wanted.size === 0 ? DEFAULT_SCOPES : SCOPES.filter((scope) => wanted.has(scope));
}

/** `*` is everything that a key may do at all. */
export const covers = (held: readonly Scope[], needed: Scope): boolean => held.includes(needed) || held.includes('*');
