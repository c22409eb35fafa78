/** The port `LocalSearch` on the index: votes of all stored pictures, then a comparison with the best of them. @module */
import { LOCAL_INLIERS_MIN } from '@assay/core/search/similarityVote';
import type { LocalSearch } from '../../app/ports/assets/localSearch.ts';
import type { SearchRows } from '../db/fingerprints/searchRows.ts';
import type { Agreed } from './indexJob.ts';
import type { Ask, SearchIndex } from './searchIndex.ts';

/** Pictures with the most votes whose features are compared: where one is right, it was among them (bench/results/fingerprint/local-search.json). */
export const COMPARED = 20;

/** Without impostors. */
export const mostInliersFirst = (agreed: readonly Agreed[]): Agreed[] =>
  agreed
    .filter(({ inliers }) => inliers >= LOCAL_INLIERS_MIN)
    .sort((a, b) => b.inliers - a.inliers || (a.assetId < b.assetId ? -1 : 1));

export function createLocalSearch(index: SearchIndex, rows: SearchRows): LocalSearch {
  /** Deleted assets leave the index when they would be found. */
  async function forgetGone(ask: Ask, voted: readonly string[]): Promise<void> {
    const existing = await rows.existing(voted);
    const assetIds = voted.filter((id) => !existing.has(id));
    if (assetIds.length > 0) await ask<number>({ kind: 'remove', assetIds });
  }

  return {
    async find(query, scope) {
      const agreed = await index.search(async (ask) => {
        const organizationIds = await rows.organizationsIn(scope);
        const voted = await ask<string[]>({ kind: 'vote', ...query, organizationIds, count: COMPARED });
        const stored = await rows.featuresOf(voted, scope);
        if (stored.length < voted.length) await forgetGone(ask, voted);
        return stored.length === 0 ? [] : ask<Agreed[]>({ kind: 'agree', ...query, stored });
      });
      return mostInliersFirst(agreed ?? []);
    },
  };
}
