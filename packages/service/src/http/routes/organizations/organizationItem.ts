/** What the routes of organizations, members and invitations share. @module */
import type { onRequestAsyncHookHandler } from 'fastify';
import { actingAs } from '../../../app/organizations/insideOrganization.ts';
import type { Action } from '../../../app/policy.ts';
import type { Ports } from '../../../app/ports/ports.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { NEEDS_CREDENTIAL } from '../../security/security.ts';

export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'] as const;

/** The caller, the organization and the right to do this there. */
export const inOrganization = (
  ports: Parameters<typeof requireCaller>[0] & Pick<Ports, 'memberships'>,
  action: Action,
): onRequestAsyncHookHandler[] => [
  requireCaller(ports, action),
  existsFirst('organization_id', (request, id) => actingAs(ports, callerOf(request), id, action)),
];
