/** Commitments on the ledger. @module */
import { commitAsset } from '../../app/ledger/commitAsset.ts';
import { checkTransaction } from '../../app/ledger/checkTransaction.ts';
import { commitmentsOfAsset, commitmentsOfOrganization, getCommitment } from '../../app/ledger/readCommitments.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { pageView } from '../paging.ts';
import {
  CheckedBody,
  CommitBody,
  CommitmentBody,
  CommitmentListQuery,
  CommitmentPage,
  CommitmentParams,
  CommittedBody,
  TransactionParams,
} from '../schemas/blockchain.ts';
import { failures } from '../schemas/common.ts';
import { credentials, NO_CREDENTIAL } from '../security.ts';
import { checkedView, commitmentView, committedView, ownCommitmentView } from '../views/blockchain.ts';
import { ASSET_ITEM, JSON_BODY } from './assetRoutes.ts';

const tags = ['Blockchain'];

export function registerBlockchainRoutes(app: App, { ports, settings }: HttpDeps): void {
  app.post(
    '/v1/blockchain/commit',
    {
      onRequest: requireCaller(ports, 'asset.commit'),
      schema: {
        operationId: 'commitAsset',
        summary: 'Record a commitment on the ledger',
        description:
          'Waits up to 30 seconds until the ledger can no longer drop it. What is not final by then goes on; the event `commitment.finalized` tells.',
        tags,
        security: credentials('asset.commit'),
        body: CommitBody,
        response: {
          201: CommittedBody,
          ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'ASSET_NOT_READY', 'BLOCKCHAIN_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { asset_id, watermark_hash, metadata } = request.body;
      const input = { watermarkHash: watermark_hash ?? null, metadata: metadata ?? null };
      const commitment = await commitAsset(ports, callerOf(request), asset_id, input);
      reply.header('location', `/v1/blockchain/commitment/${commitment.id}`);
      return reply.code(201).send(committedView(commitment, ports.ledger));
    },
  );

  app.get(
    '/v1/blockchain/commitments',
    {
      onRequest: requireCaller(ports, 'asset.see'),
      schema: {
        operationId: 'listCommitments',
        summary: 'List commitments',
        tags,
        security: credentials('asset.see'),
        querystring: CommitmentListQuery,
        response: { 200: CommitmentPage, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize, asset_id, organization_id } = request.query;
      const asked = { page, pageSize };
      const who = callerOf(request);
      const found = asset_id
        ? await commitmentsOfAsset(ports, who, asset_id, asked)
        : await commitmentsOfOrganization(ports, who, organizationIdOf(request, organization_id), asked);
      const items = found.items.map((commitment) => ownCommitmentView(commitment, ports.ledger));
      return pageView(settings, request, reply, asked, { items, total: found.total });
    },
  );

  app.get(
    '/v1/blockchain/commitment/:commitment_id',
    {
      schema: {
        operationId: 'getCommitment',
        summary: 'One commitment',
        tags,
        security: NO_CREDENTIAL,
        params: CommitmentParams,
        response: { 200: CommitmentBody, ...failures('COMMITMENT_NOT_FOUND', 'VALIDATION_ERROR') },
      },
    },
    async (request) => commitmentView(await getCommitment(ports, request.params.commitment_id)),
  );

  app.get(
    '/v1/blockchain/verify/:tx_hash',
    {
      schema: {
        operationId: 'checkTransaction',
        summary: 'Check a transaction',
        description:
          'Asks the ledger now. `proof` holds all that is needed to check the commitment again without this service; `examples/verifyProof.mjs` does.',
        tags,
        security: NO_CREDENTIAL,
        params: TransactionParams,
        response: {
          200: CheckedBody,
          ...failures('TRANSACTION_NOT_FOUND', 'VALIDATION_ERROR', 'BLOCKCHAIN_ERROR'),
        },
      },
    },
    async (request) => checkedView(await checkTransaction(ports, request.params.tx_hash)),
  );
}
