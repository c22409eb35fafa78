/** Withdraw, restore, process again; provenance, look-alikes, commitments of one asset. @module */
import { z } from 'zod';
import { reprocessAsset } from '../../app/assets/reprocessAsset.ts';
import { assetMatches } from '../../app/assets/similarAssets.ts';
import { setWithdrawn } from '../../app/assets/withdrawAsset.ts';
import { commitmentsOfAsset } from '../../app/ledger/readCommitments.ts';
import { assetProvenance } from '../../app/provenance/assetProvenance.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { AssetBody, AssetParams } from '../schemas/asset.ts';
import { failures, pageQuery } from '../schemas/common.ts';
import { CommitmentPage } from '../schemas/blockchain.ts';
import { MatchesQuery, ProvenanceBody, RevokeBody, SimilarAssetsBody } from '../schemas/history.ts';
import { credentials } from '../security.ts';
import { ownCommitmentView } from '../views/blockchain.ts';
import { provenanceView, similarAssetsView } from '../views/history.ts';
import { answerAsset, ASSET_ITEM, assetExistsFirst, JSON_BODY } from './assetRoutes.ts';

const tags = ['Assets'];

function registerChanges(app: App, deps: HttpDeps): void {
  const { ports } = deps;
  const writing = [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')];
  const shared = { tags, security: credentials('asset.write'), params: AssetParams };

  app.post(
    '/v1/assets/:asset_id/revoke',
    {
      onRequest: writing,
      schema: {
        ...shared,
        operationId: 'revokeAsset',
        summary: 'Withdraw a picture',
        description: 'It stays stored; verifications say that its owner has withdrawn it.',
        body: RevokeBody,
        response: { 200: AssetBody, ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'CONFLICT') },
      },
    },
    async (request, reply) => {
      const { reason } = request.body;
      return answerAsset(deps, reply, await setWithdrawn(ports, callerOf(request), request.params.asset_id, reason));
    },
  );

  app.post(
    '/v1/assets/:asset_id/restore',
    {
      onRequest: writing,
      schema: {
        ...shared,
        operationId: 'restoreAsset',
        summary: 'Take a withdrawal back',
        response: { 200: AssetBody, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'CONFLICT') },
      },
    },
    async (request, reply) =>
      answerAsset(deps, reply, await setWithdrawn(ports, callerOf(request), request.params.asset_id, null)),
  );

  app.post(
    '/v1/assets/:asset_id/reprocess',
    {
      onRequest: writing,
      schema: {
        ...shared,
        operationId: 'reprocessAsset',
        summary: 'Process a failed upload again',
        description: 'From its original, which is kept for 24 hours after the failure. Counts as an upload.',
        response: {
          200: AssetBody,
          ...failures(...ASSET_ITEM, 'FORBIDDEN', 'QUOTA_EXCEEDED', 'CONFLICT', 'PROCESSING_FAILED'),
        },
      },
    },
    async (request, reply) =>
      answerAsset(deps, reply, await reprocessAsset(ports, callerOf(request), request.params.asset_id)),
  );
}

export function registerAssetHistoryRoutes(app: App, deps: HttpDeps): void {
  const { ports, settings } = deps;
  registerChanges(app, deps);
  const onRequest = requireCaller(ports, 'asset.see');
  const shared = { tags, security: credentials('asset.see'), params: AssetParams };

  app.get(
    '/v1/assets/:asset_id/provenance',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'getProvenance',
        summary: 'The history of a picture',
        description:
          'A hash chain of what was done to it, and the assets that it was made from or that were made from it.',
        response: { 200: ProvenanceBody, ...failures(...ASSET_ITEM) },
      },
    },
    async (request) => {
      const { asset_id } = request.params;
      return provenanceView(asset_id, await assetProvenance(ports, callerOf(request), asset_id));
    },
  );

  app.get(
    '/v1/assets/:asset_id/matches',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'getMatches',
        summary: 'Pictures of the same organization that look alike',
        querystring: MatchesQuery,
        response: { 200: SimilarAssetsBody, ...failures(...ASSET_ITEM, 'ASSET_NOT_READY') },
      },
    },
    async (request) => {
      const { threshold } = request.query;
      const found = await assetMatches(ports, callerOf(request), request.params.asset_id, threshold);
      return similarAssetsView(deps, found, threshold);
    },
  );

  app.get(
    '/v1/assets/:asset_id/commitments',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'getCommitments',
        summary: 'What the ledger holds of a picture',
        querystring: z.object(pageQuery),
        response: { 200: CommitmentPage, ...failures(...ASSET_ITEM) },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const found = await commitmentsOfAsset(ports, callerOf(request), request.params.asset_id, asked);
      const items = found.items.map((commitment) => ownCommitmentView(commitment, ports.ledger));
      return pageView(settings, request, reply, asked, { items, total: found.total });
    },
  );
}
