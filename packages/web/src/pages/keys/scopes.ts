/** What a key may do, in the order in which people need it: docs/spec/api.md#scopes. @module */
import type { ApiKey } from '@assay/sdk/types';
import type { Translate } from '../../i18n/translate.ts';

export type Scope = ApiKey['scopes'][number];

export const SCOPES = [
  'verify',
  'read',
  'write',
  'delete',
  'commit',
  'webhooks',
  'org:read',
  'org:admin',
] as const satisfies readonly Scope[];

/** What its message is called by: names of messages have no colon. */
const scopeName = (scope: Scope) => {
  if (scope === 'org:read') return 'orgRead';
  if (scope === 'org:admin') return 'orgAdmin';
  return scope === '*' ? 'all' : scope;
};

/** What a scope allows, in words. */
export function scopeWords(scope: Scope, t: Translate): string {
  const name = scopeName(scope);
  return t(`scope.${name}`);
}

/** Days until a new key ends; null for one that does not. */
export const LIFETIMES = ['90', '30', '365', 'never'] as const;
export type Lifetime = (typeof LIFETIMES)[number];

export const daysOf = (lifetime: string): number | null => (lifetime === 'never' ? null : Number(lifetime));
