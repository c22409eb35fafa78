/** Organizations, their members, keys and audit log. @module */
import type { Route } from '../../httpDeps.ts';
import { acceptInvitationRoute } from './acceptInvitation.ts';
import { changeRoleRoute } from './changeRole.ts';
import { createOrganizationRoute } from './createOrganization.ts';
import { deleteOrganizationRoute } from './deleteOrganization.ts';
import { editOrganizationRoute } from './editOrganization.ts';
import { getOrganizationRoute } from './getOrganization.ts';
import { inviteRoute } from './invite.ts';
import { jwksRoute } from './jwks.ts';
import { leaveOrganizationRoute } from './leaveOrganization.ts';
import { listInvitationsRoute } from './listInvitations.ts';
import { listMasterKeysRoute } from './listMasterKeys.ts';
import { listMembersRoute } from './listMembers.ts';
import { listOrganizationsRoute } from './listOrganizations.ts';
import { listAuditHeadsRoute } from './listAuditHeads.ts';
import { readAuditLogRoute } from './readAuditLog.ts';
import { removeMemberRoute } from './removeMember.ts';
import { revokeInvitationRoute } from './revokeInvitation.ts';
import { rotateMasterKeyRoute } from './rotateMasterKey.ts';
import { transferOrganizationRoute } from './transferOrganization.ts';

export const organizationRoutes: readonly Route[] = [
  createOrganizationRoute,
  listOrganizationsRoute,
  getOrganizationRoute,
  editOrganizationRoute,
  deleteOrganizationRoute,
  transferOrganizationRoute,
  leaveOrganizationRoute,
  listMembersRoute,
  changeRoleRoute,
  removeMemberRoute,
  readAuditLogRoute,
  listAuditHeadsRoute,
  listMasterKeysRoute,
  rotateMasterKeyRoute,
  jwksRoute,
  inviteRoute,
  listInvitationsRoute,
  revokeInvitationRoute,
  acceptInvitationRoute,
];
