/**
 * Keeps the table of matches: for every asset the others of its organization that look alike, each pair once, from the
 * later to the earlier one. An asset whose vectors changed is looked for again, on both sides.
 * @module
 */
import { SIMILARITY_THRESHOLD, similarity } from '@assay/core/fingerprint/similarity';
import { INLIERS_MIN } from '@assay/core/verdict/thresholds';
import { AppError } from '@assay/core/errors';
import { nearDuplicateEvent } from '../assets/assetEvents.ts';
import type { Asset, Assets } from '../ports/assets/assets.ts';
import type { FoundMatch } from '../ports/assets/fingerprints.ts';
import type { Ports } from '../ports/ports.ts';
import { WORK_LEASE_MS } from './embedAgain.ts';

type Deps = Pick<Ports, 'fingerprints' | 'embedding' | 'files' | 'engine' | 'clock' | 'ids'> & {
  readonly assets: Pick<Assets, 'find' | 'findAny' | 'fingerprintVectors' | 'nearest'>;
};

/** Nearest neighbours taken by each of the three measures. */
const NEAREST_EACH = 20;

/**
 * Looks for the matches of assets until none is left without that no other process works on; new ones first.
 * @param isEnding true = begin nothing more
 * @param which `new`: no assets that were embedded again
 * @returns of how many
 */
export async function findMatches(
  deps: Deps,
  isEnding: () => boolean = () => false,
  which: 'new' | 'all' = 'all',
): Promise<number> {
  const { model } = deps.embedding;
  for (let found = 0; ; found++) {
    if (isEnding()) return found;
    const id = await deps.fingerprints.takeUnmatched(model, which, WORK_LEASE_MS);
    if (id === null) return found;
    const matches = await matchesOf(deps, id);
    if (matches === 'busy') {
      await deps.fingerprints.release(id);
      return found;
    }
    await deps.fingerprints.putMatches(id, model, matches, deps.clock.now());
  }
}

async function matchesOf(deps: Deps, id: string): Promise<readonly FoundMatch[] | 'busy'> {
  const asset = await deps.assets.findAny(id);
  const own = await deps.assets.fingerprintVectors(id);
  if (!asset || !own) return [];
  const scope = { organizationIds: [asset.organizationId], ownOnly: true } as const;
  const matches: FoundMatch[] = [];
  for (const stored of await deps.assets.nearest(own, NEAREST_EACH, scope)) {
    if (stored.assetId === id || stored.model !== own.model) continue;
    const alike = similarity(own, stored, deps.embedding.similarity);
    if (Math.max(alike.average, alike.embedding768, alike.embedding1024, alike.pdq) < SIMILARITY_THRESHOLD) continue;
    const other = await deps.assets.find(asset.organizationId, stored.assetId);
    if (!other) continue;
    const [source, target] = isLater(asset, other) ? [asset, other] : [other, asset];
    const isMatch = alike.average >= SIMILARITY_THRESHOLD ? await liesOn(deps, source, target) : false;
    if (isMatch === 'busy') return 'busy';
    const event = isMatch && isNews(deps, source) ? nearDuplicateEvent(deps, source, target, alike.average) : null;
    matches.push({ sourceAssetId: source.id, targetAssetId: target.id, similarity: alike, isMatch, event });
  }
  return matches;
}

/** When another model looks at pictures of long ago again, their owner has heard of them. */
const NEWS_MS = 24 * 60 * 60 * 1000;
const isNews = ({ clock }: Pick<Ports, 'clock'>, { createdAt }: Asset): boolean =>
  clock.now().getTime() - createdAt.getTime() < NEWS_MS;

/** Ids are UUIDs of version 7, so they order what was made in the same millisecond. */
function isLater(a: Asset, b: Asset): boolean {
  return a.createdAt.getTime() === b.createdAt.getTime() ? a.id > b.id : a.createdAt > b.createdAt;
}

/** Do the originals of both show the same thing? No, where one cannot be read. */
async function liesOn(deps: Deps, source: Asset, target: Asset): Promise<boolean | 'busy'> {
  try {
    const query = await deps.files.read(source.id, 'original');
    const reference = await deps.files.read(target.id, 'original');
    if (!query || !reference) return false;
    const { registration } = await deps.engine.compare({ query, reference, mapSideMax: null });
    return registration !== null && registration.inliers >= INLIERS_MIN;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return cause.code === 'SERVICE_UNAVAILABLE' ? 'busy' : false;
  }
}
