/** Reads the findings of one verification out of what was seen. @module */
import { metadataModifications, type Modification } from '@assay/core/verdict/modifications';
import { BAD_NCC_SHARE_MAX, hasChangedRegion, INLIERS_MIN } from '@assay/core/verdict/readEvidence';
import type { PresenceFacts } from '@assay/core/watermark/presence/presenceMap';
import { TRACK_IDS, type TrackId } from '@assay/core/watermark/track';
import type { Asset } from '../ports/assets.ts';
import { credentialsSummary } from '../credentials/c2paMetadata.ts';
import type { CredentialReading } from '../ports/credentials.ts';
import type { Inspected, MetadataTags } from '../ports/engine.ts';
import type { Candidate } from './candidates.ts';
import type { Marks } from './marks.ts';
import type { Findings, TopMatch } from './verification.ts';

/** G113. */
const TOP_MATCHES_MAX = 5;

export interface Seen {
  readonly inspected: Inspected;
  readonly credentials: CredentialReading;
  readonly exact: Asset | null;
  readonly marks: Marks;
  readonly candidates: readonly Candidate[];
  /** The stored asset that the verdict is about, or null. */
  readonly matched: Asset | null;
  readonly copyId: string | null;
  readonly threshold: number;
  /** The caller is a member of the matched asset's organization. */
  readonly isMember: boolean;
}

/** The pictures could be laid over each other and show the same thing. */
function isSamePicture({ compared }: Candidate): boolean {
  if (!compared?.registration || !compared.difference) return false;
  return compared.registration.inliers >= INLIERS_MIN && compared.difference.badNccShare < BAD_NCC_SHARE_MAX;
}

/** Near by number, or proved by geometry, which sees copies that the numbers miss (G43d). */
function matches({ candidates, exact, threshold }: Seen): TopMatch[] {
  return candidates
    .filter((one) => (one.similarity ?? 0) >= threshold || isSamePicture(one) || one.asset.id === exact?.id)
    .map(({ asset, similarity }) => ({ assetId: asset.id, similarity: asset.id === exact?.id ? 1 : (similarity ?? 0) }))
    .sort((a, b) => b.similarity - a.similarity || (a.assetId < b.assetId ? -1 : 1));
}

const isEmpty = (tags: MetadataTags | null): boolean => tags === null || Object.keys(tags).length === 0;

/** Tags of the EXIF block's first directory that say something of the picture; the others say how a file stores it. */
// biome-ignore format: names in a row
const DESCRIPTIVE_TAGS: ReadonlySet<string> = new Set([
  'ImageDescription', 'Make', 'Model', 'Software', 'DateTime', 'Artist', 'HostComputer', 'Copyright',
]);

/** What of EXIF is compared: all of its own tags, and of TIFF's those that describe. */
const comparable = (exif: MetadataTags | null, tiff: MetadataTags | null): MetadataTags => ({
  ...Object.fromEntries(Object.entries(tiff ?? {}).filter(([name]) => DESCRIPTIVE_TAGS.has(name))),
  ...exif,
});

/** Whether the original says where it was taken is for members of its organization alone (G5). */
const mayBeTold = (change: Modification, isMember: boolean): boolean =>
  isMember || !('field' in change && change.field.startsWith('GPS'));

function metadataFindings({
  matched,
  exact,
  inspected,
  isMember,
}: Seen): Pick<Findings, 'exifIntact' | 'modifications'> {
  if (!matched) return { exifIntact: false, modifications: [] };
  const recorded = comparable(matched.exifMetadata, matched.tiffMetadata);
  const current = comparable(inspected.metadata.exif, inspected.metadata.tiff);
  const changes = metadataModifications(recorded, current);
  const isOriginal = exact?.contentHash === inspected.ids.sha256;
  const added = isEmpty(recorded) && !isEmpty(current);
  return {
    exifIntact: isOriginal || (changes.length === 0 && !added),
    modifications: isOriginal ? [] : changes.filter((change) => mayBeTold(change, isMember)),
  };
}

/**
 * Only what is large enough to decide anything is called tampering. Where a mark names the asset and none of its pictures
 * is at hand, the mark's own map stands in and is flagged.
 */
function tamperFindings(
  candidate: Candidate | undefined,
  presence: PresenceFacts | null,
): Pick<Findings, 'tamperSource' | 'tamperScore' | 'tamperRegions'> {
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

export function findingsOf(seen: Seen): Findings {
  const { marks, candidates, exact, matched, copyId, threshold } = seen;
  const top = matches(seen);
  const metadata = metadataFindings(seen);
  const copy = exact ? undefined : candidates.find(({ asset }) => asset.id === matched?.id);
  const trackDetected = Object.fromEntries(
    TRACK_IDS.map((id) => [id, marks.tracks.some(({ track, detected }) => track === id && detected)]),
  ) as Record<TrackId, boolean>;
  return {
    payloadAssetId: marks.named[0]?.id ?? null,
    trackDetected,
    watermarkConfidence: Math.max(0, ...marks.tracks.map(({ confidence }) => confidence)),
    similarityScore: exact ? 1 : Math.max(0, ...candidates.map(({ similarity }) => similarity ?? 0)),
    copyId,
    threshold,
    matchCount: top.length,
    topMatches: top.slice(0, TOP_MATCHES_MAX),
    exifIntact: metadata.exifIntact,
    modifications: [...(copy?.compared?.modifications ?? []), ...metadata.modifications],
    contentCredentials: credentialsSummary(seen.credentials),
    ...tamperFindings(copy, seen.inspected.presence?.facts ?? null),
  };
}
