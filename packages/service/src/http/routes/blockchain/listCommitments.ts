/** GET /v1/blockchain/commitments: list commitments. @module */
import { commitmentsOfAsset, commitmentsOfOrganization } from '../../../app/ledger/readCommitments.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { CommitmentListQuery, CommitmentPage } from '../../schemas/ledger/blockchain.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ownCommitmentView } from '../../views/blockchain.ts';
import { ASSET_ITEM } from '../assets/assetItem.ts';

const schema = {
  operationId: 'listCommitments',
  summary: 'List commitments',
  description: 'Of your organization, or of one picture; the newest first.',
  tags: ['Blockchain'],
  security: credentials('asset.see'),
  querystring: CommitmentListQuery,
  response: { 200: CommitmentPage, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND') },
};

export function listCommitmentsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/blockchain/commitments',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request, reply) => {
      const { asset_id, organization_id } = request.query;
      const asked = askedPage(request.query);
      const caller = callerOf(request);
      const found = asset_id
        ? await commitmentsOfAsset(ports, caller, asset_id, asked)
        : await commitmentsOfOrganization(ports, caller, organizationIdOf(request, organization_id), asked);
      const items = found.items.map((commitment) => ownCommitmentView(commitment, ports.ledger));
      return pageView(settings, request, reply, asked, { items, total: found.total });
    },
  );
}
