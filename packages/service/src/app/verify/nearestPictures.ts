/** Which stored pictures look like a submitted one as a whole. @module */
import { similarity } from '@assay/core/fingerprint/similarity';
import type { VerificationScope } from '../ports/assets/assets.ts';
import type { FingerprintVectors, LookupVectors } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';

/** Nearest neighbours taken by each of the three measures. */
const NEAREST_EACH = 10;

/** What a picture is looked up by, with embeddings, which are made now if it has none. */
export const embedded = async (
  { engine }: Pick<Ports, 'engine'>,
  { bytes, fingerprint }: { readonly bytes: Uint8Array; readonly fingerprint: LookupVectors },
): Promise<FingerprintVectors> =>
  fingerprint.model === null ? { ...fingerprint, ...(await engine.embed(bytes)) } : fingerprint;

/**
 * Average similarity by the asset's id, in the order of the best of the measures. A copy that was cropped or turned keeps one of them
 * high while the average falls, and impostors have 0 in all.
 */
export async function nearest(
  deps: Pick<Ports, 'assets' | 'embedding'>,
  fingerprint: LookupVectors,
  scope: VerificationScope,
): Promise<ReadonlyMap<string, number>> {
  const near = await deps.assets.nearest(fingerprint, NEAREST_EACH, scope);
  const measured = near
    .filter(({ model }) => fingerprint.model === null || model === fingerprint.model)
    .map((stored) => {
      const { embedding768, embedding1024, pdq, average } = similarity(fingerprint, stored, deps.embedding.similarity);
      return { id: stored.assetId, average, best: Math.max(embedding768, embedding1024, pdq, average) };
    })
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best || (a.id < b.id ? -1 : 1));
  return new Map(measured.map(({ id, average }) => [id, average]));
}
