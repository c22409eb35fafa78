/** What the routes of organizations, members and invitations share. @module */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { actingAs } from '../../app/organizations/insideOrganization.ts';
import type { Trace } from '../../app/audit.ts';
import type { Action } from '../../app/policy.ts';
import type { Ports } from '../../app/ports/ports.ts';
import { callerOf, requireCaller, requesterOf } from '../auth.ts';
import { IdInput } from '../schemas/common.ts';
import { NEEDS_CREDENTIAL } from '../security.ts';

export const tags = ['Organizations'];
export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'] as const;
export const BODY = ['VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const;

/**
 * The caller, his organization and his right, before anything said of the body (order of checks); a malformed id is left
 * to the schema.
 */
export const inOrganization = (
  ports: Parameters<typeof requireCaller>[0] & Pick<Ports, 'memberships'>,
  action: Action,
): onRequestAsyncHookHandler[] => [
  requireCaller(ports, action),
  async function findOrganization(request) {
    const id = IdInput.safeParse((request.params as Record<string, unknown>).organization_id);
    if (id.success) await actingAs(ports, callerOf(request), id.data, action);
  },
];

export const traceOf = (request: FastifyRequest): Trace => ({ ip: requesterOf(request).ip, requestId: request.id });
