/** Who is in an organization, and whether one is of those who may see what all of them do. @module */
import type { Member, Organization, Page } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../api/api.ts';

/** Owners and administrators: docs/spec/organizations.md#members. */
export const isAdministrator = (organization: Organization | undefined): boolean =>
  organization?.role === 'owner' || organization?.role === 'admin';

/** @param enabled whether it is asked for at all; default true */
export function useMembers(organizationId: string | undefined, enabled = true) {
  return useQuery({
    queryKey: ['members', organizationId],
    queryFn: ({ signal }) =>
      connection.json<Page<Member>>({
        method: 'GET',
        path: `/v1/organizations/${organizationId}/members`,
        query: { page_size: 100 },
        signal,
      }),
    enabled: enabled && organizationId !== undefined,
  });
}
