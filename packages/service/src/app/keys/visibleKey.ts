/** API keys that the caller may manage: all of the organization, or the own ones. @module */
import { AppError } from '@assay/core/errors';
import type { UserCaller } from '../accounts/caller.ts';
import { type Acting, actingIn, actingOrganization } from '../actingOrganization.ts';
import { authorize, mayDo } from '../policy.ts';
import type { ApiKey } from '../ports/accounts/apiKeys.ts';
import type { Page, PageRequest } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'apiKeys' | 'memberships'>;

const keyNotFound = (): AppError => new AppError('API_KEY_NOT_FOUND', 'There is no such API key.');

/** @throws {AppError} API_KEY_NOT_FOUND, the same for a missing one, a foreign one and, for whoever manages only his own, one of somebody else; FORBIDDEN */
export async function visibleKey(
  deps: Deps,
  caller: UserCaller,
  id: string,
): Promise<{ readonly key: ApiKey; readonly acting: Acting }> {
  const key = await deps.apiKeys.find(id);
  const acting = key && (await actingIn(deps, caller, key.organizationId));
  if (!key || !acting) throw keyNotFound();
  const isOwn = key.userId === caller.user.id;
  if (!isOwn && !mayDo(acting, 'key.manage')) throw keyNotFound();
  authorize(acting, 'key.manage', { isOwn });
  return { key, acting };
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
export async function listKeys(
  deps: Deps,
  caller: UserCaller,
  organizationId: string | null,
  page: PageRequest,
): Promise<Page<ApiKey>> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'key.manage', { isOwn: true });
  return deps.apiKeys.list(acting.organization.id, mayDo(acting, 'key.manage') ? null : caller.user.id, page);
}
