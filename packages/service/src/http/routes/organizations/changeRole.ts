/** PATCH /v1/organizations/:organization_id/members/:user_id: change the role of a member. @module */
import { getMember } from '../../../app/organizations/browseOrganizations.ts';
import { changeRole } from '../../../app/organizations/members.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { MemberBody, MemberParams, RoleBody } from '../../schemas/organizations/organization.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { memberView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'changeRole',
  summary: 'Change the role of a member',
  description: 'Only owners make and unmake owners. One always remains.',
  tags: ['Organizations'],
  security: credentials('member.manage'),
  params: MemberParams,
  body: RoleBody,
  response: {
    200: MemberBody,
    ...failures(...ITEM, ...CHECKED_BODY, 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'CONFLICT'),
  },
};

export function changeRoleRoute(app: App, { ports }: RouteDeps): void {
  app.patch(
    '/v1/organizations/:organization_id/members/:user_id',
    { onRequest: inOrganization(ports, 'member.manage'), schema },
    async (request) => {
      const { organization_id, user_id } = request.params;
      const change = { userId: user_id, role: request.body.role };
      const caller = callerOf(request);
      await changeRole(ports, caller, traceOf(request), organization_id, change);
      return memberView(await getMember(ports, caller, organization_id, user_id));
    },
  );
}
