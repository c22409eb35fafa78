/** The organization in which the pages work, and all of which one is a member. @module */
import type { Organization } from '@assay/sdk/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { acting, connection } from '../api/api.ts';
import { wholeList } from '../api/wholeList.ts';
import { useMe } from './useSession.ts';

/** Undefined until it is known. */
export function useActingId(): string | undefined {
  const chosen = useSyncExternalStore(acting.subscribe, acting.id, acting.id);
  const { data: me } = useMe();
  return chosen ?? me?.organization_id;
}

export function useOrganizations() {
  return useQuery({
    queryKey: ['organizations'],
    queryFn: ({ signal }) => wholeList<Organization>(connection, '/v1/organizations/', signal),
  });
}

/** Nothing of what was seen in the one belongs to the other. */
export function useChooseOrganization(): (organization: Organization) => Promise<void> {
  const queries = useQueryClient();
  return async ({ id, is_personal: isPersonal }) => {
    acting.choose(isPersonal ? null : id);
    await queries.invalidateQueries();
  };
}
