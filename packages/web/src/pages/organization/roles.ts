/** Roles, from the one that may do most. @module */
import type { Member } from '@assay/sdk/types';

export const ROLES = ['owner', 'admin', 'editor', 'verifier', 'viewer'] as const satisfies readonly Member['role'][];

/** What somebody of this role may give to others; only owners make owners: docs/spec/organizations.md#members. */
export const rolesToGive = (own: Member['role']): readonly Member['role'][] =>
  own === 'owner' ? ROLES : ROLES.filter((role) => role !== 'owner');
