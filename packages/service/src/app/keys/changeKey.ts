/** Edits and revokes API keys. @module */
import { assertVersion, type Expected, keyVersion } from '../versions.ts';
import { AppError } from '@assay/core/errors';
import type { UserCaller } from '../accounts/caller.ts';
import { newAudit, type Trace } from '../audit.ts';
import { newEvent } from '../newEvent.ts';
import { principalIn } from '../organizations/insideOrganization.ts';
import { authorize } from '../policy.ts';
import type { ApiKey } from '../ports/accounts/apiKeys.ts';
import type { ApiKeyEdit, OrganizationState } from '../ports/accounts/organizations.ts';
import type { Ports } from '../ports/ports.ts';
import type { Scope } from '../scopes.ts';
import { assertGrantable, assertRoomForKey } from './makeKey.ts';
import { visibleKey } from './visibleKey.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships' | 'apiKeys' | 'clock' | 'ids'>;

export type KeyPatch = Pick<ApiKeyEdit, 'name' | 'isActive' | 'rateLimitPerHour' | 'rateLimitPerDay'> & {
  readonly scopes?: readonly Scope[];
};

/** @throws {AppError} API_KEY_NOT_FOUND, FORBIDDEN, CONFLICT for a revoked key, QUOTA_EXCEEDED when switched on again, PRECONDITION_FAILED */
export async function editKey(
  deps: Deps,
  caller: UserCaller,
  trace: Trace,
  id: string,
  patch: KeyPatch,
  expected: Expected,
): Promise<ApiKey> {
  const { key } = await visibleKey(deps, caller, id);
  return deps.organizations.change(key.organizationId, (state) => {
    const principal = principalIn(state, caller);
    authorize(principal, 'key.manage', { isOwn: key.userId === caller.user.id });
    const current = currentKey(state, id);
    assertVersion(keyVersion(current), expected);
    if (patch.scopes) assertGrantable(principal.role, patch.scopes);
    if (patch.isActive === true && !current.isActive) assertRoomForKey(state, deps.clock.now());
    const changed = Object.keys(patch);
    if (changed.length === 0) return { commands: [], audit: [], events: [], result: current };
    const auditAction = { action: 'api_key.updated', target: ['api_key', id] as const, details: { changed } };
    return {
      commands: [{ do: 'editKey', id, fields: patch }],
      audit: [newAudit(deps, caller, trace, auditAction)],
      events: [],
      result: { ...current, ...patch },
    };
  });
}

function currentKey({ keys }: OrganizationState, id: string): ApiKey {
  const key = keys.find((known) => known.id === id);
  if (!key) throw new AppError('CONFLICT', 'This API key was revoked; it cannot be changed any more.');
  return key;
}

/**
 * From now on it is refused; it stays in the list. Again does nothing. @throws {AppError} API_KEY_NOT_FOUND, FORBIDDEN
 */
export async function revokeKey(
  deps: Deps,
  caller: UserCaller,
  trace: Trace,
  id: string,
  expected: Expected,
): Promise<void> {
  const { key } = await visibleKey(deps, caller, id);
  await deps.organizations.change(key.organizationId, (state) => {
    authorize(principalIn(state, caller), 'key.manage', { isOwn: key.userId === caller.user.id });
    const current = state.keys.find((known) => known.id === id);
    if (!current) return { commands: [], audit: [], events: [], result: undefined };
    assertVersion(keyVersion(current), expected);
    const { name } = key;
    const auditAction = { action: 'api_key.revoked', target: ['api_key', id] as const, details: { name } };
    return {
      commands: [{ do: 'editKey', id, fields: { revokedAt: deps.clock.now(), isActive: false } }],
      audit: [newAudit(deps, caller, trace, auditAction)],
      events: [newEvent(deps, key.organizationId, 'api_key.revoked', { key_id: id, name })],
      result: undefined,
    };
  });
}
