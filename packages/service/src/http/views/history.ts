/** Provenance and look-alikes as JSON. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { askedPage, pageView, sliceOf } from '../request/paging.ts';
import { assetLinks } from '../../app/assets/assetLinks.ts';
import type { SimilarAsset } from '../../app/assets/similarAssets.ts';
import type { AssetProvenance } from '../../app/provenance/assetProvenance.ts';
import { publishedTrace } from '../../app/provenance/published.ts';
import type { HttpDeps } from '../httpDeps.ts';
import type { MatchesQuery, ProvenanceBody, SimilarAssetPage } from '../schemas/assets/history.ts';
import { assetView } from './asset.ts';
import { keyId } from './keyId.ts';
import { unit } from './verification.ts';

type Step = z.output<typeof ProvenanceBody>['entries'][number];

export const provenanceView = (
  assetId: string,
  { traces, chain, publicKeys, nodes, edges, truncated }: AssetProvenance,
): z.output<typeof ProvenanceBody> => ({
  asset_id: assetId,
  entries: traces.map((trace) => {
    const { details, ...published } = publishedTrace(trace);
    const key = trace.signatureKeyVersion === null ? undefined : publicKeys.get(trace.signatureKeyVersion);
    return {
      ...published,
      parent_asset_id: trace.parentAssetId,
      details: { ...details },
      signature: trace.signature && Buffer.from(trace.signature).toString('base64'),
      kid: key ? keyId(key) : null,
    } as Step;
  }),
  chain: chain.valid
    ? { valid: true, broken_at: null, reason: null }
    : { valid: false, broken_at: chain.index, reason: chain.reason },
  graph: {
    nodes: nodes.map(({ id, title, createdAt }) => ({ asset_id: id, title, created_at: createdAt.toISOString() })),
    edges: edges.map(({ parentId, childId, relation }) => ({
      parent_asset_id: parentId,
      child_asset_id: childId,
      relation,
    })),
    truncated,
  },
});

export async function similarAssetsView(
  { ports, settings }: HttpDeps,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  found: readonly SimilarAsset[],
  query: z.output<typeof MatchesQuery>,
): Promise<z.output<typeof SimilarAssetPage>> {
  const asked = askedPage(query);
  const page = sliceOf(found, asked);
  const items = page.items.map(
    async ({ asset, isMatch, similarity: { average, embedding768, embedding1024, pdq } }) => ({
      asset: assetView(asset, await assetLinks(ports, asset), settings.publicBaseUrl()),
      similarity: unit(average),
      measures: { clip: unit(embedding768), dino: unit(embedding1024), pdq: unit(pdq) },
      is_match: isMatch,
    }),
  );
  const shown = { items: await Promise.all(items), total: page.total };
  return { ...pageView(settings, request, reply, asked, shown), threshold: query.threshold };
}
