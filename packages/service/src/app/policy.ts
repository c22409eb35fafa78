/**
 * Who may do what: one table (docs/spec/api.md#roles). A principal acts in one organization; a resource belongs to
 * it. Strangers are no principals: to them the thing does not exist (404), see `actingOrganization.ts`.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { Role } from './ports/accounts/accounts.ts';
import { covers, type Scope, SCOPES } from './scopes.ts';

interface Rule {
  /** Roles that may. */
  readonly roles: readonly Role[];
  /** Roles that may with what they made themselves. */
  readonly own: readonly Role[];
  /** What an API key needs; null: no key may, whatever its scopes. */
  readonly scope: Scope | null;
}

const OWNER = ['owner'] as const;
const ADMINS = ['owner', 'admin'] as const;
const EDITORS = ['owner', 'admin', 'editor'] as const;
const VERIFIERS = ['owner', 'admin', 'editor', 'verifier'] as const;
const ALL = ['owner', 'admin', 'editor', 'verifier', 'viewer'] as const;

const rule = (scope: Scope | null, roles: readonly Role[], own: readonly Role[] = roles): Rule => ({
  scope,
  roles,
  own,
});

export const POLICY = {
  'asset.see': rule('read', ALL),
  'asset.write': rule('write', EDITORS),
  'asset.readOriginal': rule('write', EDITORS),
  'asset.delete': rule('delete', ADMINS, EDITORS),
  'asset.withdraw': rule('delete', ADMINS, EDITORS),
  'asset.commit': rule('commit', EDITORS),
  verify: rule('verify', ALL),
  'verification.see': rule('verify', ALL),
  'history.see': rule('read', ALL),
  'webhook.manage': rule('webhooks', ADMINS),
  'organization.see': rule('org:read', ALL),
  'usage.see': rule('read', ALL),
  'organization.change': rule('org:admin', ADMINS),
  'audit.see': rule('org:admin', ADMINS),
  'member.manage': rule('org:admin', ADMINS),
  /** Making somebody an owner, or changing or removing one: as much as handing the organization over, which no key may either. */
  'member.manageOwner': rule(null, OWNER),
  'organization.choosePlan': rule(null, OWNER),
  'organization.delete': rule(null, OWNER),
  'organization.transfer': rule(null, OWNER),
  'organization.rotateKey': rule(null, OWNER),
  'key.manage': rule(null, ADMINS, VERIFIERS),
  /** The caller's own account and memberships; needs no role. */
  'account.manage': rule(null, ALL),
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof POLICY;

/** Somebody in one organization. */
export interface Principal {
  readonly role: Role;
  /** Of the API key that was sent; null for a signed-in user. */
  readonly scopes: readonly Scope[] | null;
}

export interface Resource {
  /** The principal's user made it. */
  readonly isOwn: boolean;
}

const NOT_OWN: Resource = { isOwn: false };
const includes = (roles: readonly Role[], role: Role): boolean => roles.includes(role);

const roleMay = (role: Role, action: Action, { isOwn }: Resource): boolean =>
  includes(POLICY[action].roles, role) || (isOwn && includes(POLICY[action].own, role));

/** The half of `mayDo` that needs no organization. */
export const scopesMay = (scopes: Principal['scopes'], action: Action): boolean => {
  const { scope } = POLICY[action];
  return scopes === null || (scope !== null && covers(scopes, scope));
};

export const mayDo = ({ role, scopes }: Principal, action: Action, resource = NOT_OWN): boolean =>
  roleMay(role, action, resource) && scopesMay(scopes, action);

/** @throws {AppError} INSUFFICIENT_SCOPE, FORBIDDEN */
export function authorize({ role, scopes }: Principal, action: Action, resource = NOT_OWN): void {
  authorizeScopes(scopes, action);
  if (!roleMay(role, action, resource))
    throw new AppError('FORBIDDEN', `Your role "${role}" may not do this (${action}).`);
}

/** As `scopesMay`, for a look before anything else. @throws {AppError} as `authorize` */
export function authorizeScopes(scopes: Principal['scopes'], action: Action): void {
  if (scopesMay(scopes, action)) return;
  const { scope } = POLICY[action];
  if (scope === null)
    throw new AppError('FORBIDDEN', 'An API key may not do this; sign in and send the access token instead.');
  const detail = `This API key needs the scope "${scope}" for this; it has ${scopes?.join(', ')}.`;
  throw new AppError('INSUFFICIENT_SCOPE', detail, { extra: { required_scope: scope } });
}

const mayUseScope = (role: Role, scope: Scope): boolean =>
  (Object.values(POLICY) as readonly Rule[]).some(({ scope: needed, own }) => needed === scope && includes(own, role));

/** Scopes that a key made by this role may have: those of which it may use something; `*` if it may use every one. */
export function grantableScopes(role: Role): readonly Scope[] {
  const single = SCOPES.filter((scope) => scope !== '*' && mayUseScope(role, scope));
  return single.length === SCOPES.length - 1 ? SCOPES : single;
}
