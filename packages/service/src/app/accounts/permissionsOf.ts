/** What a caller may do in one organization after another, each asked about once. @module */
import { type Acting, actingIn } from '../actingOrganization.ts';
import { type Action, mayDo } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';
import type { Caller } from './caller.ts';

/** False for organizations where the caller is a stranger. */
export type Permissions = (organizationId: string, action: Action) => Promise<boolean>;

export function permissionsOf(deps: Pick<Ports, 'memberships'>, caller: Caller): Permissions {
  const known = new Map<string, Promise<Acting | null>>();
  return async (organizationId, action) => {
    const asked = known.get(organizationId) ?? actingIn(deps, caller, organizationId);
    known.set(organizationId, asked);
    const acting = await asked;
    return acting !== null && mayDo(acting, action);
  };
}
