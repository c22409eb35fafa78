/** DELETE /v1/organizations/:organization_id: delete an organization with everything in it. @module */
import { ifMatch } from '../../request/entityTags.ts';
import { z } from 'zod';
import { deleteOrganization } from '../../../app/organizations/changeOrganization.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { ConfirmHeader, DeleteConfirmation, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { GUARDED } from '../accounts/accountFailures.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'deleteOrganization',
  summary: 'Delete an organization with everything in it',
  description: `For owners. \`confirm\`, in the body or as a header, repeats the slug; \`password\` is that of the caller. ${GUARDED}`,
  tags: ['Organizations'],
  security: credentials('organization.delete'),
  params: OrganizationParams,
  headers: ConfirmHeader,
  body: DeleteConfirmation,
  response: {
    204: z.undefined().describe('Deleted.'),
    ...failures(...ITEM, ...CHECKED_BODY, 'INVALID_CREDENTIALS', 'CONFLICT', 'PRECONDITION_FAILED'),
  },
};

export function deleteOrganizationRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/organizations/:organization_id',
    { onRequest: inOrganization(ports, 'organization.delete'), schema },
    async (request, reply) => {
      const confirm = request.body?.confirm ?? request.headers.confirm ?? null;
      const proof = { confirm, password: request.body?.password ?? null };
      await deleteOrganization(ports, userOf(request), request.params.organization_id, proof, ifMatch(request));
      return reply.code(204).send();
    },
  );
}
