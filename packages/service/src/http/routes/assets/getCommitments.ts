/** GET /v1/assets/:asset_id/commitments: what the ledger holds of a picture. @module */
import { z } from 'zod';
import { commitmentsOfAsset } from '../../../app/ledger/readCommitments.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures, pageQuery } from '../../schemas/common.ts';
import { CommitmentPage } from '../../schemas/ledger/blockchain.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ownCommitmentView } from '../../views/blockchain.ts';
import { ASSET_ITEM } from './assetItem.ts';

const schema = {
  operationId: 'getCommitments',
  summary: 'What the ledger holds of a picture',
  description: 'The newest first, each with its transaction and how final it is.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: AssetParams,
  querystring: z.object(pageQuery),
  response: { 200: CommitmentPage, ...failures(...ASSET_ITEM) },
};

export function getCommitmentsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/commitments',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const found = await commitmentsOfAsset(ports, callerOf(request), request.params.asset_id, asked);
      const items = found.items.map((commitment) => ownCommitmentView(commitment, ports.ledger));
      return pageView(settings, request, reply, asked, { items, total: found.total });
    },
  );
}
