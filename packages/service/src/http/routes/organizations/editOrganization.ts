/** PATCH /v1/organizations/:organization_id: edit an organization. @module */
import { ifMatch } from '../../request/entityTags.ts';
import type { z } from 'zod';
import { editOrganization, type OrganizationPatch } from '../../../app/organizations/changeOrganization.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sentFields } from '../../request/sentFields.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import {
  OrganizationBody,
  OrganizationParams,
  OrganizationPatchBody,
} from '../../schemas/organizations/organization.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerOrganization, inOrganization, ITEM } from './organizationItem.ts';

function patchOf(body: z.output<typeof OrganizationPatchBody>): OrganizationPatch {
  const { logo_url, public_verification, public_asset_ids, retention_days, name, slug, description, plan } = body;
  const { max_users, max_assets, max_verifications_per_day } = body;
  return sentFields({
    name,
    slug,
    plan,
    description,
    logoUrl: logo_url,
    publicVerification: public_verification,
    publicAssetIds: public_asset_ids,
    retentionDays: retention_days,
    maxUsers: max_users,
    maxAssets: max_assets,
    maxVerificationsPerDay: max_verifications_per_day,
  });
}

const schema = {
  operationId: 'editOrganization',
  summary: 'Edit an organization',
  description: 'For owners and admins; the plan for owners alone.',
  tags: ['Organizations'],
  security: credentials('organization.change'),
  params: OrganizationParams,
  body: OrganizationPatchBody,
  response: {
    200: OrganizationBody,
    ...failures(...ITEM, ...CHECKED_BODY, 'SLUG_ALREADY_EXISTS', 'PRECONDITION_FAILED'),
  },
};

export function editOrganizationRoute(app: App, { ports }: RouteDeps): void {
  app.patch(
    '/v1/organizations/:organization_id',
    { onRequest: inOrganization(ports, 'organization.change'), schema },
    async (request, reply) => {
      const { organization_id } = request.params;
      const by = [callerOf(request), traceOf(request)] as const;
      const edited = await editOrganization(ports, ...by, organization_id, patchOf(request.body), ifMatch(request));
      return answerOrganization(ports, reply, edited);
    },
  );
}
