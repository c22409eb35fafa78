/** Which stored pictures a submitted one may be a copy of, and what a pairwise comparison with the best of them says. @module */
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import type { CandidateEvidence } from '@assay/core/verdict/evidence';
import { featureCount } from '@assay/core/search/compactFeatures';
import { restatedFields } from '@assay/core/verdict/modifications';
import { hasChangedRegion, isSamePicture, isWholeCopy } from '@assay/core/verdict/readEvidence';
import type { CommitmentsOfAssets } from '../ledger/commitmentEvidence.ts';
import type { Asset, VerificationScope } from '../ports/assets/assets.ts';
import type { Compared, CompareRequest, ImageMetadata, Inspected } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import { assetEvidence } from './assetEvidence.ts';
import { COARSE } from './coarse.ts';
import { exifChanges } from './exifChanges.ts';
import { embedded, nearest } from './nearestPictures.ts';
import type { VerifyInput } from './verification.ts';

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

/** Pairwise comparisons of one verification; each costs about as much as reading the picture. */
const COMPARED_MAX = 5;
/**
 * Pixels that are decoded for them. Five pairs of 20 megapixels stay within, four of 25; of the largest pictures the first
 * comparison is the only one, or a verification would take longer than its 20 s (bench/verdict/badInput/badInput.ts).
 */
const COMPARED_PIXELS_MAX = 200_000_000;

/**
 * Of pictures that neither a mark nor local features name, those less similar are not compared: strangers are as similar
 * (bench/results/fingerprint/wild-candidates.json), and each comparison costs as much as reading the picture.
 */
const SIMILARITY_MIN = 0.25;
/** Longer side, and local features, up to which they are compared all the same: the search sees too little of such a picture. */
const SMALL_SIDE_MAX = 256;
const FEW_FEATURES = 200;

/** What of a submitted file candidates are found by and compared with. */
export interface QueryFile extends Pick<Inspected, 'fingerprint'> {
  readonly bytes: Uint8Array;
  /** Of its picture, pixels. */
  readonly width: number;
  readonly height: number;
}

/** What local features say. */
interface Searched {
  /** Cells in which they agree, by the asset's id; a picture within another is found by them alone. */
  readonly inliers: ReadonlyMap<string, number>;
  /** Too little of the query for the search to be relied on: then what is only near by fingerprint is compared too. */
  readonly seesLittle: boolean;
}

const NOT_SEARCHED: Searched = { inliers: new Map(), seesLittle: false };

type FindDeps = Pick<Ports, 'assets' | 'localSearch' | 'embedding' | 'engine'>;

/**
 * All candidates, the most likely first: those that a mark names, compared; then those whose local features lie alike, then those near
 * by fingerprint, compared until one explains the picture. What a mark names and shows the same picture comes before any
 * that only looks alike, whatever was changed in it (`readEvidence`): then nothing is looked for by local features, and nothing else compared.
 * How similar it is is told by its hash alone, where that tells it. Nor is anything looked for where no mark was read and the picture is, whole and unchanged, the one that it is most similar to (`isWholeCopy`).
 */
export async function gatherCandidates(
  deps: FindDeps & Pick<Ports, 'files'>,
  query: QueryFile,
  named: readonly Asset[],
  { mapSideMax, onStage }: Pick<VerifyInput, 'mapSideMax' | 'onStage'>,
  scope: VerificationScope,
): Promise<readonly Candidate[]> {
  const told = (candidates: readonly Candidate[]): readonly Candidate[] => {
    onStage?.({ stage: 'compared', skipped: candidates.every(({ compared }) => compared === null) });
    return candidates;
  };
  const compare = pairwiseComparisons(deps, query, mapSideMax, scope);
  const { near, marked } = await markedAndNear(deps, query, named, compare, scope);
  const tried = named.length > 0 ? null : await compareMostSimilar(deps, near, compare, scope);
  const isExplained =
    marked.some(({ compared }) => isSamePicture(compared?.registration, compared?.difference)) ||
    (tried?.compared ? isWhole(tried.compared) : false);
  const { inliers, seesLittle } = isExplained ? NOT_SEARCHED : await searched(deps, query, scope);
  const found = (await unnamed(deps, near, inliers, named, scope)).map((candidate) =>
    candidate.asset.id === tried?.asset.id && isAnswered(tried, candidate)
      ? { ...candidate, compared: tried.compared }
      : candidate,
  );
  onStage?.({ stage: 'searched', skipped: false });
  if (isExplained) return told([...marked, ...found]);
  const isSmall = Math.max(query.width, query.height) <= SMALL_SIDE_MAX;
  const others = await compare.untilExplained(found, isSmall || seesLittle);
  return told([
    ...marked.map((candidate) => ({ ...candidate, localInliers: inliers.get(candidate.asset.id) ?? null })),
    ...others,
  ]);
}

/** What marks name, compared, and what is near: by the hash alone where that finds a picture that a mark names and that shows the same. */
async function markedAndNear(
  deps: FindDeps,
  query: QueryFile,
  named: readonly Asset[],
  compare: PairwiseComparisons,
  scope: VerificationScope,
): Promise<{ readonly near: ReadonlyMap<string, number>; readonly marked: readonly Candidate[] }> {
  const isEmbedded = query.fingerprint.model !== null;
  const first =
    isEmbedded || named.length > 0 ? await nearest(deps, query.fingerprint, scope) : new Map<string, number>();
  const marked = await compare.untilExplained(named.map((asset) => candidateOf(asset, { isNamed: true })));
  const isToldByHash = marked.some(
    ({ asset, compared }) =>
      isSamePicture(compared?.registration, compared?.difference) && (first.get(asset.id) ?? 0) >= SIMILARITY_THRESHOLD,
  );
  const near = isEmbedded || isToldByHash ? first : await nearest(deps, await embedded(deps, query), scope);
  return {
    near,
    marked: marked.map((candidate) => ({ ...candidate, similarity: near.get(candidate.asset.id) ?? null })),
  };
}

/** The nearest picture by fingerprint, compared; null if none is as near as copies are. */
async function compareMostSimilar(
  deps: FindDeps,
  near: ReadonlyMap<string, number>,
  compare: PairwiseComparisons,
  scope: VerificationScope,
): Promise<Candidate | null> {
  const [id, similarity] = [...near][0] ?? [];
  if (id === undefined || similarity === undefined || similarity < SIMILARITY_THRESHOLD) return null;
  const asset = await deps.assets.findLive(id, scope);
  return asset && compare.beforehand(candidateOf(asset, { similarity }));
}

/** Who was compared as an upright copy, in vain, and is then found by local features, which see reflected ones too, is compared again. */
const isAnswered = ({ compared }: Candidate, found: Candidate): boolean =>
  compared?.registration !== null || !isLikely(found);

/** What reflected keypoints or finer features would register, the search by local features has found: it looks for both. */
const isLikely = ({ isNamed, localInliers }: Candidate): boolean => isNamed || localInliers !== null;

const isWhole = ({ registration, difference, payloadZScore }: Compared): boolean =>
  isWholeCopy(registration, difference, payloadZScore);

/** Candidates that no mark names, none of them compared. */
export async function findCandidates(
  deps: FindDeps,
  query: Pick<QueryFile, 'bytes' | 'fingerprint'>,
  scope: VerificationScope,
): Promise<readonly Candidate[]> {
  const { inliers } = await searched(deps, query, scope);
  return unnamed(deps, await nearest(deps, await embedded(deps, query), scope), inliers, [], scope);
}

const candidateOf = (asset: Asset, found: Partial<Candidate>): Candidate => ({
  similarity: null,
  isNamed: false,
  localInliers: null,
  compared: null,
  ...found,
  asset,
});

async function searched(
  deps: FindDeps,
  { bytes }: Pick<QueryFile, 'bytes'>,
  scope: VerificationScope,
): Promise<Searched> {
  const features = await deps.engine.localQuery(bytes);
  const alike = await deps.localSearch.find(features, scope);
  return {
    inliers: new Map(alike.map(({ assetId, inliers }) => [assetId, inliers])),
    seesLittle: featureCount(features.upright) <= FEW_FEATURES,
  };
}

async function unnamed(
  deps: FindDeps,
  near: ReadonlyMap<string, number>,
  inliers: ReadonlyMap<string, number>,
  named: readonly Asset[],
  scope: VerificationScope,
): Promise<Candidate[]> {
  const ids = [...new Set([...inliers.keys(), ...near.keys()])].filter((id) => named.every((asset) => asset.id !== id));
  if (ids.length === 0) return [];
  const assets = new Map((await deps.assets.findLiveOf(ids, scope)).map((asset) => [asset.id, asset]));
  return ids.flatMap((id) => {
    const asset = assets.get(id);
    const found = { similarity: near.get(id) ?? null, localInliers: inliers.get(id) ?? null };
    return asset ? [candidateOf(asset, found)] : [];
  });
}

/** The same picture, unchanged as far as one can see: no other candidate can explain it better. */
function isClearCopy({ registration, difference }: Compared): boolean {
  return difference !== null && isSamePicture(registration, difference) && !hasChangedRegion(difference);
}

const pixelsOf = ({ width, height }: { readonly width: number; readonly height: number }): number => width * height;

export interface PairwiseComparisons {
  /**
   * In their order until one explains the picture; the rest is listed uncompared. Who was compared beforehand is not again.
   * @param weakToo whether what is only near by fingerprint, and hardly similar, is compared; default true
   */
  untilExplained(found: readonly Candidate[], weakToo?: boolean): Promise<Candidate[]>;
  /** One before its turn, which ends nothing. */
  beforehand(candidate: Candidate): Promise<Candidate>;
}

/**
 * Comparisons of one verification with the stored originals. Where an original is not at hand, the delivered file stands in. What is
 * compared by one call counts for the next.
 */
export function pairwiseComparisons(
  deps: Pick<Ports, 'files' | 'engine'>,
  query: Pick<QueryFile, 'bytes' | 'width' | 'height'>,
  mapSideMax: number | null,
  { organizationIds }: VerificationScope,
): PairwiseComparisons {
  let left = COMPARED_MAX;
  let pixels = 0;
  const comparison = async (candidate: Candidate): Promise<Compared | null> => {
    const isFirst = pixels === 0;
    pixels += pixelsOf(query) + pixelsOf(candidate.asset);
    const isAffordable = isFirst || (left > 0 && pixels <= COMPARED_PIXELS_MAX);
    const reference = isAffordable ? await storedPicture(deps, candidate.asset.id) : null;
    return (
      reference &&
      (await deps.engine.compare({
        ...compareRequest(query.bytes, reference, candidate, mapSideMax),
        ...(organizationIds.includes(candidate.asset.organizationId) ? {} : { mapCells: COARSE.cells }),
      }))
    );
  };
  return {
    async beforehand(candidate) {
      return { ...candidate, compared: await comparison(candidate) };
    },
    async untilExplained(found, weakToo = true) {
      const candidates: Candidate[] = [];
      for (const candidate of found) {
        if (!weakToo && !candidate.compared && isWeak(candidate)) {
          candidates.push(candidate);
          continue;
        }
        const compared = candidate.compared ?? (await comparison(candidate));
        left = compared && isClearCopy(compared) ? 0 : left - 1;
        candidates.push({ ...candidate, compared });
      }
      return candidates;
    },
  };
}

const isWeak = ({ isNamed, localInliers, similarity }: Candidate): boolean =>
  !isNamed && localInliers === null && (similarity ?? 0) < SIMILARITY_MIN;

async function storedPicture({ files }: Pick<Ports, 'files'>, assetId: string): Promise<Uint8Array | null> {
  return (await files.read(assetId, 'original')) ?? (await files.read(assetId, 'watermarked'));
}

/** A mark that was read blindly need not be detected again, and what carries it is no other shot. */
function compareRequest(
  query: Uint8Array,
  reference: Uint8Array,
  candidate: Candidate,
  mapSideMax: number | null,
): CompareRequest {
  const { asset, isNamed } = candidate;
  // Of a mark that could not be read when it was made, a picture without it says nothing.
  const isMarked = asset.watermark?.tracks.some(({ detected }) => detected) ?? false;
  const stored = { id: asset.id, isMarked, isMarkRead: isNamed };
  return { query, reference, mapSideMax, isLikely: isLikely(candidate), asset: stored };
}

export function candidateEvidence(
  { asset, similarity, localInliers, compared }: Candidate,
  commitments: CommitmentsOfAssets,
  metadata: ImageMetadata,
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
    keypoints: compared?.keypoints ?? null,
    comparison: compared?.difference ?? null,
    payloadZScore: compared?.payloadZScore ?? null,
    markInRegion: compared?.markInRegion ?? null,
    exifRestated: restatedFields(exifChanges(asset, metadata).changes).length > 0,
  };
}
