/** Whose checks the history can be narrowed to: keys, and where one administers the organization, its members. @module */
import type { ApiKey, Member, Page } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../../api/api.ts';
import { useActingId, useOrganizations } from '../../session/useOrganization.ts';

/** On a first page: more belong to a search of their own. */
const query = { page_size: 100 };

const ADMINISTRATORS: readonly Member['role'][] = ['owner', 'admin'];

export interface Makers {
  readonly keys: readonly ApiKey[];
  /** Empty unless others than oneself are in it, and one may see what they checked. */
  readonly members: readonly Member[];
}

/** What is not known yet, or cannot be, is no choice. */
export function useMakers(): Makers {
  const organizationId = useActingId();
  const { data: organizations } = useOrganizations();
  const organization = organizations?.items.find(({ id }) => id === organizationId);
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => connection.json<Page<ApiKey>>({ method: 'GET', path: '/v1/api-keys/', query, signal }),
  });
  const members = useQuery({
    queryKey: ['members', organizationId],
    queryFn: ({ signal }) =>
      connection.json<Page<Member>>({
        method: 'GET',
        path: `/v1/organizations/${organizationId}/members`,
        query,
        signal,
      }),
    enabled: organization !== undefined && ADMINISTRATORS.includes(organization.role),
  });
  const all = members.data?.items ?? [];
  return { keys: keys.data?.items ?? [], members: all.length > 1 ? all : [] };
}
