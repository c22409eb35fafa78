/** Whose checks the history can be narrowed to: keys, and where one administers the organization, its members. @module */
import type { ApiKey, Member } from '@assay/sdk/types';
import { useApiKeys } from '../../session/useApiKeys.ts';
import { isAdministrator, useMembers } from '../../session/useMembers.ts';
import { useActingId, useOrganizations } from '../../session/useOrganization.ts';

export interface Makers {
  readonly keys: readonly ApiKey[];
  /** Empty unless others than oneself are in it, and one may see what they checked. */
  readonly members: readonly Member[];
}

/** What is not known yet, or cannot be, is no choice. */
export function useMakers(): Makers {
  const organizationId = useActingId();
  const organization = useOrganizations().data?.items.find(({ id }) => id === organizationId);
  const keys = useApiKeys().data?.items ?? [];
  const members = useMembers(organizationId, isAdministrator(organization)).data?.items ?? [];
  return { keys, members: members.length > 1 ? members : [] };
}
