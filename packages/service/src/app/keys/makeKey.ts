/** Makes API keys, and new ones in the place of old ones. @module */
import { AppError } from '@assay/core/errors';
import { actingOrganization } from '../actingOrganization.ts';
import type { UserCaller } from '../accounts/caller.ts';
import { requireVerified } from '../accounts/verifyEmail.ts';
import { newAudit, type Trace } from '../audit.ts';
import { newEvent } from '../newEvent.ts';
import { principalIn } from '../organizations/insideOrganization.ts';
import { authorize, grantableScopes } from '../policy.ts';
import type { Role } from '../ports/accounts/accounts.ts';
import type { ApiKey } from '../ports/accounts/apiKeys.ts';
import type { OrganizationChange, OrganizationState } from '../ports/accounts/organizations.ts';
import { EACH_TIME, type Made, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { Scope } from '../scopes.ts';
import { keyTrouble } from './usableKey.ts';
import { visibleKey } from './visibleKey.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships' | 'apiKeys' | 'keySecrets' | 'clock' | 'ids'>;

export interface NewKeyInput {
  readonly name: string;
  /** Cleaned, see `cleanScopes`. */
  readonly scopes: readonly Scope[];
  /** Null: never. */
  readonly expiresInDays: number | null;
  readonly rateLimitPerHour: number | null;
  readonly rateLimitPerDay: number | null;
  readonly organizationId: string | null;
}

/** The only moment at which the secret is known. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly secret: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of one organization. */
export const ACTIVE_KEYS_MAX = 100;
/** A replaced key works for so long, ms: time to put the new one everywhere. */
const OVERLAP_MS = DAY_MS;

/** @throws {AppError} ORGANIZATION_NOT_FOUND, EMAIL_NOT_VERIFIED, FORBIDDEN (role, or scopes beyond it), QUOTA_EXCEEDED */
export async function makeKey(
  deps: Deps & Pick<Ports, 'limits'>,
  caller: UserCaller,
  trace: Trace,
  input: NewKeyInput,
  once: Once = EACH_TIME,
): Promise<MadeKey> {
  requireVerified(deps, caller.user);
  const acting = await actingOrganization(deps, caller, input.organizationId);
  authorize(acting, 'key.manage', { isOwn: true });
  assertGrantable(acting.role, input.scopes);
  if (once.made) return madeBefore(deps, once.made);
  const { secret, ...minted } = deps.keySecrets.mint();
  const now = deps.clock.now();
  const { name, scopes, expiresInDays, rateLimitPerHour, rateLimitPerDay } = input;
  const key: ApiKey = {
    id: deps.ids.uuid(),
    organizationId: acting.organization.id,
    userId: caller.user.id,
    name,
    ...minted,
    scopes,
    rateLimitPerHour,
    rateLimitPerDay,
    isActive: true,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
    lastUsedAt: null,
    revokedAt: null,
    rotatedToId: null,
    createdAt: now,
  };
  await once.making({ id: key.id, secret }, () =>
    deps.organizations.change(acting.organization.id, (state) => {
      const principal = principalIn(state, caller);
      authorize(principal, 'key.manage', { isOwn: true });
      assertGrantable(principal.role, scopes);
      assertRoomForKey(state, now);
      return created(deps, caller, trace, key);
    }),
  );
  return { key, secret };
}

async function madeBefore({ apiKeys }: Deps, { id = '', secret = '' }: Made): Promise<MadeKey> {
  const key = await apiKeys.find(id);
  if (!key) throw new AppError('API_KEY_NOT_FOUND', 'The API key was made, and is gone.');
  return { key, secret };
}

/** @throws {AppError} FORBIDDEN */
export function assertGrantable(role: Role, scopes: readonly Scope[]): void {
  const grantable = grantableScopes(role);
  const beyond = scopes.filter((scope) => !grantable.includes(scope));
  if (beyond.length > 0)
    throw new AppError('FORBIDDEN', `Your role "${role}" cannot give a key the scopes ${beyond.join(', ')}.`);
}

/** Replaced keys are on their way out and do not count. @throws {AppError} QUOTA_EXCEEDED */
export function assertRoomForKey({ keys }: OrganizationState, now: Date): void {
  const used = keys.filter((key) => keyTrouble(key, now) === null && key.rotatedToId === null).length;
  if (used < ACTIVE_KEYS_MAX) return;
  throw new AppError('QUOTA_EXCEEDED', `An organization has at most ${ACTIVE_KEYS_MAX} active API keys.`, {
    extra: { quota: 'api_keys', limit: ACTIVE_KEYS_MAX, used, resets_at: null },
  });
}

function created(deps: Deps, caller: UserCaller, trace: Trace, key: ApiKey): OrganizationChange<undefined> {
  const { id, name, organizationId, scopes } = key;
  const auditAction = { action: 'api_key.created', target: ['api_key', id] as const, details: { name, scopes } };
  return {
    commands: [{ do: 'addKey', key }],
    audit: [newAudit(deps, caller, trace, auditAction)],
    events: [newEvent(deps, organizationId, 'api_key.created', { key_id: id, name })],
    result: undefined,
  };
}

/**
 * A new secret with the same name, scopes and limits, valid for as long as the old one was made for. The old one works
 * for another day, or to its own end.
 * @throws {AppError} API_KEY_NOT_FOUND, FORBIDDEN, CONFLICT for a key that does not work or was replaced already
 */
export async function rotateKey(
  deps: Deps & Pick<Ports, 'limits'>,
  caller: UserCaller,
  trace: Trace,
  id: string,
  once: Once = EACH_TIME,
): Promise<MadeKey> {
  requireVerified(deps, caller.user);
  const { key: old } = await visibleKey(deps, caller, id);
  if (once.made) return madeBefore(deps, once.made);
  const { secret, ...minted } = deps.keySecrets.mint();
  const now = deps.clock.now();
  const nextId = deps.ids.uuid();
  const rotated = (state: OrganizationState): OrganizationChange<ApiKey> => {
    const principal = principalIn(state, caller);
    const current = state.keys.find((known) => known.id === id);
    authorize(principal, 'key.manage', { isOwn: old.userId === caller.user.id });
    const trouble = current ? keyTrouble(current, now) : 'This API key was revoked.';
    if (!current || trouble !== null) throw new AppError('CONFLICT', `${trouble} Make a new one instead.`);
    if (current.rotatedToId !== null) throw new AppError('CONFLICT', 'This API key was replaced already.');
    assertGrantable(principal.role, current.scopes as readonly Scope[]);
    const lifetimeMs = current.expiresAt && current.expiresAt.getTime() - current.createdAt.getTime();
    const next: ApiKey = {
      ...current,
      ...minted,
      id: nextId,
      // Who has seen the secret answers for it.
      userId: caller.user.id,
      expiresAt: lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs),
      lastUsedAt: null,
      createdAt: now,
    };
    const lastMoment = Math.min(now.getTime() + OVERLAP_MS, current.expiresAt?.getTime() ?? Infinity);
    const { commands, events } = created(deps, caller, trace, next);
    const auditAction = {
      action: 'api_key.rotated',
      target: ['api_key', id] as const,
      details: { rotated_to: next.id },
    };
    return {
      commands: [...commands, { do: 'editKey', id, fields: { rotatedToId: next.id, expiresAt: new Date(lastMoment) } }],
      audit: [newAudit(deps, caller, trace, auditAction)],
      events,
      result: next,
    };
  };
  const key = await once.making({ id: nextId, secret }, () => deps.organizations.change(old.organizationId, rotated));
  return { key, secret };
}
