/**
 * What a caller is told of a verification: docs/spec/verification.md#what-strangers-learn. Members of a stored asset's
 * organization hear all of it, strangers that much and no finer, since whoever reads fine numbers without limit can tune an
 * edit until it passes (docs/spec/security.md#verify-as-an-oracle).
 * @module
 */
import { EVIDENCE_FORMAT } from '@assay/core/verdict/evidence';
import { type RemovedMarkOf, removedMarks } from '@assay/core/verdict/removedMarks';
import type { PresenceFacts } from '@assay/core/watermark/presence/presenceMap';
import type { Ports } from '../ports/ports.ts';
import { coarseModifications, coarseRegions, COARSE, COARSEST, floorTo, type Steps } from './coarse.ts';
import { namedCommitment } from './namedCommitment.ts';
import type { NamedCopy } from './recipientCopy.ts';
import type {
  Description,
  EvidenceLine,
  ToldVerification,
  TopMatch,
  Verification,
  VerificationRecord,
} from './verification.ts';

/** How a caller stands to the stored assets that the evidence mentions. */
export interface Standing {
  /** Belongs to an organization of the caller. */
  isOwn(assetId: string): boolean;
  /** Its id may be told. */
  isNamed(assetId: string): boolean;
}

/** @param organizationIds those of the caller; none for whoever follows a link */
export async function standingOf(
  deps: Pick<Ports, 'memberships'>,
  { owners }: Pick<VerificationRecord, 'owners'>,
  organizationIds: readonly string[],
): Promise<Standing> {
  const own = new Set(organizationIds);
  const foreign = new Set(Object.values(owners).filter((id) => !own.has(id)));
  const named = new Set([...own, ...(foreign.size === 0 ? [] : await deps.memberships.namingAssets([...foreign]))]);
  const isIn = (organizations: ReadonlySet<string>) => (assetId: string) => organizations.has(owners[assetId] ?? '');
  return { isOwn: isIn(own), isNamed: isIn(named) };
}

/** True if whatever is said of this asset, or of none, is said of the caller's own pictures alone. */
const familiarity =
  ({ record, assetId }: Verification, { isOwn }: Standing) =>
  (aboutId: string | null): boolean => {
    if (aboutId !== null) return isOwn(aboutId);
    return assetId === null ? Object.keys(record.owners).every(isOwn) : isOwn(assetId);
  };

/** Even in plain words these tell how near a picture has come. */
const MEASURED: ReadonlySet<string> = new Set(['fingerprint', 'comparison'] satisfies EvidenceLine['kind'][]);

export function toldTo(full: Verification, standing: Standing, recipientCopy: NamedCopy | null): ToldVerification {
  const { record, ...judged } = full;
  const { description, evidence, lines, firedRules, details, plainDetails, revokedAt } = record;
  const steps = record.isCrowded ? COARSEST : COARSE;
  const isFamiliar = familiarity(full, standing);
  const isFull = isFamiliar(full.assetId);
  const mayBeNamed = (id: string | null): string | null => (id !== null && standing.isNamed(id) ? id : null);
  const commitment = namedCommitment(evidence, full.assetId);
  const { payloadAssetId } = description;
  const presence = payloadAssetId !== null && standing.isOwn(payloadAssetId) ? evidence.presence : null;
  return {
    ...judged,
    ...toldMaps(full, isFull, presence, steps),
    confidence: isFull ? full.confidence : floorTo(steps.confidence, full.confidence),
    assetId: mayBeNamed(full.assetId),
    firedRules: isFull ? firedRules : firedRules.slice(0, 1),
    details: isFull ? details : plainDetails,
    revokedAt,
    description: toldDescription(full, standing, isFull, steps),
    lines: lines.flatMap(({ plainStatement, assetId, ...line }) => {
      const plain = steps.cells === 1 && MEASURED.has(line.kind) ? null : plainStatement;
      const statement = isFamiliar(assetId) ? line.statement : plain;
      return statement === null ? [] : [{ ...line, statement, assetId: mayBeNamed(assetId) }];
    }),
    commitment: commitment && { ...commitment, txHash: mayBeNamed(full.assetId) && commitment.txHash },
    presence,
    removedMark: removedMarkTold(record, standing),
    recipientCopy,
  };
}

/** Of the first asset of the caller's that is missing it; evidence of another version is not read anew. */
const removedMarkTold = ({ format, evidence }: VerificationRecord, { isOwn }: Standing): RemovedMarkOf | null =>
  format === EVIDENCE_FORMAT ? (removedMarks(evidence).find(({ assetId }) => isOwn(assetId)) ?? null) : null;

/** The map of a comparison is drawn coarse for strangers; that of the mark's presence is not theirs at all. */
function toldMaps(
  { mapPng, presencePng, record }: Verification,
  isFull: boolean,
  presence: PresenceFacts | null,
  { cells }: Steps,
): Pick<ToldVerification, 'mapPng' | 'presencePng'> {
  const isWithheld = !isFull && (cells === 1 || record.description.tamperSource === 'mark_presence');
  return { mapPng: isWithheld ? null : mapPng, presencePng: presence && presencePng };
}

function toldDescription(
  { record: { description, evidence } }: Verification,
  standing: Standing,
  isFull: boolean,
  steps: Steps,
): Description {
  const told = (assetId: string, similarity: number): number =>
    standing.isOwn(assetId) ? similarity : floorTo(steps.similarity, similarity);
  const topMatches = description.topMatches
    .filter(({ assetId }) => standing.isNamed(assetId))
    .map(({ assetId, similarity }): TopMatch => ({ assetId, similarity: told(assetId, similarity) }));
  const named = (id: string | null): string | null => (id !== null && standing.isNamed(id) ? id : null);
  return {
    ...description,
    payloadAssetId: named(description.payloadAssetId),
    beneathAssetId: named(description.beneathAssetId),
    topMatches,
    similarityScore: evidence.exact
      ? 1
      : Math.max(0, ...evidence.candidates.map(({ assetId, similarity }) => told(assetId, similarity ?? 0))),
    ...(isFull ? {} : coarseTampering(description, evidence.picture, steps)),
  };
}

function coarseTampering(
  { modifications, tamperSource, tamperScore, tamperRegions }: Description,
  picture: { readonly width: number; readonly height: number },
  steps: Steps,
): Pick<Description, 'modifications' | 'tamperSource' | 'tamperScore' | 'tamperRegions'> {
  const plain = { modifications: coarseModifications(modifications) };
  if (tamperSource === 'mark_presence') return { ...plain, tamperSource: null, tamperScore: 0, tamperRegions: [] };
  return {
    ...plain,
    tamperSource,
    tamperScore: floorTo(steps.similarity, tamperScore),
    tamperRegions: coarseRegions(tamperRegions, picture, steps),
  };
}
