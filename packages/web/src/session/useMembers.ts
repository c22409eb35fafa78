/** Who is in an organization, and whether one is of those who may see what all of them do. @module */
import type { Member, Organization } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../api/api.ts';
import { wholeList } from '../api/wholeList.ts';

/** Owners and administrators: docs/spec/organizations.md#members. */
export const isAdministrator = (organization: Organization | undefined): boolean =>
  organization?.role === 'owner' || organization?.role === 'admin';

/** @param enabled whether it is asked for at all; default true */
export function useMembers(organizationId: string | undefined, enabled = true) {
  return useQuery({
    queryKey: ['members', organizationId],
    queryFn: ({ signal }) => wholeList<Member>(connection, `/v1/organizations/${organizationId}/members`, signal),
    enabled: enabled && organizationId !== undefined,
  });
}
