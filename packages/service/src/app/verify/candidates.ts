/** Which stored pictures a submitted one may be a copy of, and what a pairwise comparison with the best of them says. @module */
import { similarity } from '@assay/core/fingerprint/similarity';
import type { CandidateEvidence } from '@assay/core/verdict/evidence';
import { hasChangedRegion, isSamePicture } from '@assay/core/verdict/readEvidence';
import type { CommitmentsOfAssets } from '../ledger/commitmentEvidence.ts';
import type { Asset, VerificationScope } from '../ports/assets/assets.ts';
import type { Compared, CompareRequest, Inspected } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import { assetEvidence } from './assetEvidence.ts';
import { COARSE } from './coarse.ts';

export interface Candidate {
  readonly asset: Asset;
  /** Average similarity, 0..1, calibrated; null if it was named by a mark and is not near by fingerprint. */
  readonly similarity: number | null;
  /** A track's payload names it. */
  readonly isNamed: boolean;
  /** Cells in which local features agree; null if it was not found by them. */
  readonly localInliers: number | null;
  /** Null if it was not compared. */
  readonly compared: Compared | null;
}

/** Nearest neighbours taken by each of the three measures. */
const NEAREST_EACH = 10;
/** Pairwise comparisons of one verification; each costs about as much as reading the picture. */
const COMPARED_MAX = 5;
/**
 * Pixels that are decoded for them. Five pairs of 20 megapixels stay within, four of 25; of the largest pictures the first
 * comparison is the only one, or a verification would take longer than its 20 s (bench/verdict/badInput/badInput.ts).
 */
const COMPARED_PIXELS_MAX = 200_000_000;

/**
 * Candidates, the most likely first, none of them compared yet: those that a mark names, then those whose local features lie alike, then by the best
 * of the similarity measures. A copy that was cropped or turned keeps one of them high while the average falls, and
 * impostors have 0 in all; a picture within another is found by local features alone.
 */
export async function findCandidates(
  deps: Pick<Ports, 'assets' | 'localSearch' | 'embedding'>,
  { fingerprint, localQuery }: Pick<Inspected, 'fingerprint' | 'localQuery'>,
  named: readonly Asset[],
  scope: VerificationScope,
): Promise<readonly Candidate[]> {
  const alike = await deps.localSearch.find(localQuery, scope);
  const near = await deps.assets.nearest(fingerprint, NEAREST_EACH, scope);
  const measured = near
    .filter(({ model }) => model === fingerprint.model)
    .map((stored) => {
      const { embedding768, embedding1024, pdq, average } = similarity(fingerprint, stored, deps.embedding.similarity);
      return { id: stored.assetId, average, best: Math.max(embedding768, embedding1024, pdq, average) };
    })
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best || (a.id < b.id ? -1 : 1));
  const averageOf = new Map(measured.map(({ id, average }) => [id, average]));
  const inliersOf = new Map(alike.map(({ assetId, inliers }) => [assetId, inliers]));
  const candidateOf = (asset: Asset, isNamed: boolean): Candidate => ({
    asset,
    similarity: averageOf.get(asset.id) ?? null,
    isNamed,
    localInliers: inliersOf.get(asset.id) ?? null,
    compared: null,
  });
  const candidates = named.map((asset) => candidateOf(asset, true));
  for (const id of new Set([...inliersOf.keys(), ...averageOf.keys()])) {
    if (named.some((asset) => asset.id === id)) continue;
    const asset = await deps.assets.findLive(id, scope);
    if (asset) candidates.push(candidateOf(asset, false));
  }
  return candidates;
}

/** The same picture, unchanged as far as one can see: no other candidate can explain it better. */
function isClearCopy({ registration, difference }: Compared): boolean {
  return difference !== null && isSamePicture(registration, difference) && !hasChangedRegion(difference);
}

/** A submitted file and the size of its picture. */
export interface QueryFile {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const pixelsOf = ({ width, height }: { readonly width: number; readonly height: number }): number => width * height;

/**
 * Compares with the stored originals until one explains the picture; the rest is listed uncompared. Where an
 * original is not at hand, the delivered file stands in.
 */
export async function compareCandidates(
  deps: Pick<Ports, 'files' | 'engine'>,
  query: QueryFile,
  found: readonly Candidate[],
  mapSideMax: number | null,
  { organizationIds }: VerificationScope,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  let left = COMPARED_MAX;
  let pixels = 0;
  for (const candidate of found) {
    pixels += pixelsOf(query) + pixelsOf(candidate.asset);
    const isAffordable = left === COMPARED_MAX || (left > 0 && pixels <= COMPARED_PIXELS_MAX);
    const reference = isAffordable ? await storedPicture(deps, candidate.asset.id) : null;
    const compared =
      reference &&
      (await deps.engine.compare({
        ...compareRequest(query.bytes, reference, candidate, mapSideMax),
        ...(organizationIds.includes(candidate.asset.organizationId) ? {} : { mapCells: COARSE.cells }),
      }));
    candidates.push({ ...candidate, compared });
    left = compared && isClearCopy(compared) ? 0 : left - 1;
  }
  return candidates;
}

async function storedPicture({ files }: Pick<Ports, 'files'>, assetId: string): Promise<Uint8Array | null> {
  return (await files.read(assetId, 'original')) ?? (await files.read(assetId, 'watermarked'));
}

/** A mark that was read blindly need not be detected again. */
function compareRequest(
  query: Uint8Array,
  reference: Uint8Array,
  { asset, isNamed }: Candidate,
  mapSideMax: number | null,
): CompareRequest {
  return { query, reference, mapSideMax, ...(isNamed ? {} : { markOf: asset.id }) };
}

export function candidateEvidence(
  { asset, similarity, localInliers, compared }: Candidate,
  commitments: CommitmentsOfAssets,
): CandidateEvidence {
  const registration = compared?.registration ?? null;
  return {
    ...assetEvidence(asset, commitments),
    similarity,
    localInliers,
    compared: compared !== null,
    registration: registration && {
      inliers: registration.inliers,
      residualPx: registration.residualPx,
      mirrored: registration.mirrored,
    },
    comparison: compared?.difference ?? null,
    payloadZScore: compared?.payloadZScore ?? null,
  };
}
