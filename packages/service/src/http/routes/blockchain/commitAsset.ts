/** POST /v1/blockchain/commit: record a commitment on the ledger. @module */
import { commitAsset } from '../../../app/ledger/commitAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { CommitBody, CommittedBody } from '../../schemas/ledger/blockchain.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { committedView } from '../../views/blockchain.ts';
import { ASSET_ITEM } from '../assets/assetItem.ts';

const schema = {
  operationId: 'commitAsset',
  summary: 'Record a commitment on the ledger',
  description:
    'Waits up to 30 seconds until the ledger can no longer drop it. What is not final by then goes on; the event `commitment.finalized` tells.',
  tags: ['Blockchain'],
  security: credentials('asset.commit'),
  body: CommitBody,
  response: {
    201: CommittedBody,
    ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'ASSET_NOT_READY', 'BLOCKCHAIN_ERROR'),
  },
};

export function commitAssetRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/blockchain/commit',
    { onRequest: requireCaller(ports, 'asset.commit'), schema },
    async (request, reply) => {
      const { asset_id, watermark_hash, metadata } = request.body;
      const input = { watermarkHash: watermark_hash ?? null, metadata: metadata ?? null };
      const commitment = await commitAsset(ports, callerOf(request), asset_id, input, onceOf(request));
      reply.header('location', `/v1/blockchain/commitment/${commitment.id}`);
      return reply.code(201).send(committedView(commitment, ports.ledger));
    },
  );
}
