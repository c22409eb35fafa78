/** Says of a verification that was decided what goes with its verdict: matches, metadata, what was changed where. @module */
import type { Decision } from '@assay/core/verdict/decide';
import { type Modification, tellsPlace } from '@assay/core/verdict/modifications';
import { hasChangedRegion, isSamePicture } from '@assay/core/verdict/readEvidence';
import type { PresenceFacts } from '@assay/core/watermark/presence/presenceMap';
import { credentialsSummary } from '../credentials/c2paMetadata.ts';
import type { Asset, VerificationScope } from '../ports/assets/assets.ts';
import type { RecipientCopy } from '../ports/assets/copies.ts';
import type { Candidate } from './candidates.ts';
import type { Gathered } from './gathered.ts';
import { exifChanges, isEmpty } from './exifChanges.ts';
import { copyOf } from './recipientCopy.ts';
import type { Description, TopMatch } from './verification.ts';

/** Enough to be shown; `match_count` tells of the rest. */
const TOP_MATCHES_MAX = 5;

/** What the verdict is about. */
export interface Subject {
  /** The stored asset; null if there is none. */
  readonly asset: Asset | null;
  /** Which recipient's copy of it the picture is; null if it is none. */
  readonly copy: RecipientCopy | null;
  /** The caller is a member of the asset's organization. */
  readonly isMember: boolean;
}

type Described = Pick<Gathered, 'submitted' | 'credentials' | 'exact' | 'marks' | 'candidates'>;

export function subjectOf(
  { exact, candidates, marks }: Gathered,
  { assetId }: Decision,
  { organizationIds }: VerificationScope,
): Subject {
  const asset = exact ?? candidates.find((candidate) => candidate.asset.id === assetId)?.asset ?? null;
  return {
    asset,
    copy: copyOf(asset, marks),
    isMember: asset !== null && organizationIds.includes(asset.organizationId),
  };
}

/** In words and numbers what was found of the picture beside its verdict. @param threshold from which pictures count as alike, 0.5..1 */
export function describeVerification(gathered: Described, subject: Subject, threshold: number): Description {
  const { marks, candidates, exact, credentials, submitted } = gathered;
  const top = matches(gathered, threshold);
  const metadata = metadataDescription(gathered, subject);
  const copied = exact ? undefined : candidates.find(({ asset }) => asset.id === subject.asset?.id);
  return {
    payloadAssetId: marks.named[0]?.id ?? null,
    beneathAssetId: marks.beneath?.id ?? null,
    detectedTracks: marks.tracks.filter(({ detected }) => detected).map(({ track }) => track),
    watermarkConfidence: Math.max(0, ...marks.tracks.map(({ confidence }) => confidence)),
    similarityScore: exact ? 1 : Math.max(0, ...candidates.map(({ similarity }) => similarity ?? 0)),
    copyId: subject.copy?.id ?? null,
    threshold,
    matchCount: top.length,
    topMatches: top.slice(0, TOP_MATCHES_MAX),
    exifIntact: metadata.exifIntact,
    hasExif: metadata.hasExif,
    modifications: [...(copied?.compared?.modifications ?? []), ...metadata.modifications],
    contentCredentials: credentialsSummary(credentials),
    ...tamperDescription(copied, submitted.presence?.facts ?? null),
  };
}

const isSame = ({ compared }: Candidate): boolean => isSamePicture(compared?.registration, compared?.difference);

/** Near by number, or proved by geometry, which sees copies that the numbers miss. */
function matches({ candidates }: Described, threshold: number): TopMatch[] {
  return candidates
    .filter((one) => (one.similarity ?? 0) >= threshold || isSame(one))
    .map(({ asset, similarity }) => ({ assetId: asset.id, similarity: similarity ?? 0 }))
    .sort((a, b) => b.similarity - a.similarity || (a.assetId < b.assetId ? -1 : 1));
}

/** Whether the original says where it was taken is for members of its organization alone. */
const mayBeTold = (change: Modification, isMember: boolean): boolean =>
  isMember || !('field' in change && tellsPlace(change.field));

function metadataDescription(
  { exact, submitted }: Described,
  { asset, isMember }: Subject,
): Pick<Description, 'exifIntact' | 'hasExif' | 'modifications'> {
  if (!asset) return { exifIntact: false, hasExif: false, modifications: [] };
  const { recorded, current, changes } = exifChanges(asset, submitted.metadata);
  const isOriginal = exact?.contentHash === submitted.sha256;
  const added = isEmpty(recorded) && !isEmpty(current);
  return {
    hasExif: !isEmpty(recorded) || !isEmpty(current),
    exifIntact: isOriginal || (changes.length === 0 && !added),
    modifications: isOriginal ? [] : changes.filter((change) => mayBeTold(change, isMember)),
  };
}

/**
 * Only what is large enough to decide anything is called tampering. Where a mark names the asset and none of its pictures
 * is at hand, the mark's own map stands in and is flagged.
 */
function tamperDescription(
  candidate: Candidate | undefined,
  presence: PresenceFacts | null,
): Pick<Description, 'tamperSource' | 'tamperScore' | 'tamperRegions'> {
  if (candidate && !candidate.compared && presence)
    return {
      tamperSource: 'mark_presence',
      tamperScore: presence.regions[0]?.score ?? 0,
      tamperRegions: presence.regions,
    };
  const difference = candidate?.compared?.difference;
  const tamperSource = difference ? 'comparison' : null;
  if (!difference || !hasChangedRegion(difference)) return { tamperSource, tamperScore: 0, tamperRegions: [] };
  return { tamperSource, tamperScore: difference.tamperScore, tamperRegions: difference.regions };
}
