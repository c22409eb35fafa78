/** What the routes of organizations, members and invitations share. @module */
import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import type { OwnOrganization } from '../../../app/organizations/browseOrganizations.ts';
import { organizationVersion } from '../../../app/versions.ts';
import { showVersion } from '../../request/entityTags.ts';
import type { OrganizationBody } from '../../schemas/organizations/organization.ts';
import { organizationView } from '../../views/organization.ts';
import { actingAs } from '../../../app/organizations/insideOrganization.ts';
import type { Action } from '../../../app/policy.ts';
import type { Ports } from '../../../app/ports/ports.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { NEEDS_CREDENTIAL } from '../../security/security.ts';

export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'] as const;

/** The organization as JSON, with its validator. */
export const answerOrganization = (
  { limits }: Pick<Ports, 'limits'>,
  reply: FastifyReply,
  own: OwnOrganization,
): z.output<typeof OrganizationBody> =>
  showVersion(reply, organizationVersion(own.organization), organizationView(own, limits.plans));

/** The caller, the organization and the right to do this there. */
export const inOrganization = (
  ports: Parameters<typeof requireCaller>[0] & Pick<Ports, 'memberships'>,
  action: Action,
): onRequestAsyncHookHandler[] => [
  requireCaller(ports, action),
  existsFirst('organization_id', (request, id) => actingAs(ports, callerOf(request), id, action)),
];
