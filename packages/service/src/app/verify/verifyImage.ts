/** The story of a verification (ARCHITECTURE, walk 2): gather evidence, judge, write it down. @module */
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import { decide, type Decision } from '@assay/core/verdict/decide';
import type { Evidence } from '@assay/core/verdict/evidence';
import type { PictureEvidence } from '@assay/core/verdict/pictureEvidence';
import type { Caller } from '../accounts/caller.ts';
import { organizationIdsOf } from '../actingOrganization.ts';
import { commitmentEvidence } from '../ledger/commitmentEvidence.ts';
import type { Asset, VerificationScope } from '../ports/assets.ts';
import type { Inspected } from '../ports/engine.ts';
import type { Ports } from '../ports/ports.ts';
import { assetEvidence } from './assetEvidence.ts';
import { candidateEvidence, compareSuspects, findSuspects, type Candidate } from './candidates.ts';
import { credentialsEvidence } from './credentialsEvidence.ts';
import { evidenceLines } from './evidenceLines.ts';
import { findingsOf } from './findings.ts';
import { readMarks } from './marks.ts';
import { copyOf, namedTo } from './recipientCopy.ts';
import type { Verification, VerifyInput } from './verification.ts';
import { logVerification } from './logVerification.ts';

export type VerifyDeps = Pick<
  Ports,
  | 'assets'
  | 'copies'
  | 'files'
  | 'engine'
  | 'localSearch'
  | 'embedding'
  | 'credentials'
  | 'memberships'
  | 'verifications'
  | 'clock'
  | 'ids'
  | 'modelVersion'
  | 'commitments'
  | 'organizationSigner'
>;

/**
 * Whatever the verdict, this is a result and no error. Nothing of the picture is kept but its hash (G117c).
 * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE (not logged), SERVICE_UNAVAILABLE
 */
export async function verifyImage(deps: VerifyDeps, who: Caller | null, input: VerifyInput): Promise<Verification> {
  const started = deps.clock.now();
  const scope = { organizationIds: who ? await organizationIdsOf(deps, who) : [] };
  const inspected = await deps.engine.inspect(input.bytes);
  const credentials = await deps.credentials.read(input.bytes);

  const marks = await readMarks(deps, inspected.tracks, scope);
  const exact = await findExact(deps, inspected.ids.sha256, marks.named, scope);
  const suspects = await findSuspects(deps, inspected, marks.named, scope);
  const candidates: readonly Candidate[] = exact
    ? suspects.map((suspect) => ({ ...suspect, compared: null }))
    : await compareSuspects(deps, { bytes: input.bytes, ...sizeOf(inspected) }, suspects, input.mapSideMax);

  const commitments = await commitmentEvidence(deps, [
    ...(exact ? [exact] : []),
    ...candidates.map(({ asset }) => asset),
  ]);
  const evidence: Evidence = {
    version: 1,
    exact: exact && { ...assetEvidence(exact, commitments), variant: variantOf(exact, inspected.ids.sha256) },
    tracks: marks.tracks,
    candidates: candidates.map((candidate) => candidateEvidence(candidate, commitments)),
    c2pa: credentialsEvidence(credentials),
    picture: pictureEvidence(inspected),
    presence: inspected.presence?.facts ?? null,
  };
  const decision = decide(evidence);
  const matched = matchedAsset(decision, exact, candidates);
  const copy = await copyOf(deps, matched, exact, inspected.ids.sha256, marks);
  const threshold = input.threshold ?? SIMILARITY_THRESHOLD;
  const copyId = copy?.id ?? null;
  const isMember = matched !== null && scope.organizationIds.includes(matched.organizationId);
  const seen = { inspected, credentials, exact, marks, candidates, matched, copyId, threshold, isMember };
  const findings = findingsOf(seen);
  const presencePng = input.mapSideMax === null ? null : (inspected.presence?.mapPng ?? null);
  const mapPng =
    findings.tamperSource === 'mark_presence' ? presencePng : await tamperMap(deps, input, exact, candidates, decision);

  const verification: Verification = {
    id: input.id ?? deps.ids.uuid(),
    createdAt: started,
    processingTimeMs: Math.max(0, deps.clock.now().getTime() - started.getTime()),
    modelVersion: deps.modelVersion,
    sourceImageHash: inspected.ids.sha256,
    verdict: decision.verdict,
    confidence: shownConfidence(decision.confidence, who),
    assetId: decision.assetId,
    record: {
      version: 1,
      evidence,
      findings,
      firedRules: decision.firedRules,
      details: decision.details,
      revokedAt: decision.revokedAt,
      lines: evidenceLines(evidence, findings, matched?.id ?? null),
    },
    recipientCopy: await namedTo(deps, who, copy),
    mapPng,
    presencePng,
  };
  await logVerification(deps, who, input, verification, { asset: matched, scope });
  return verification;
}

const sizeOf = ({ facts: { width, height } }: Inspected) => ({ width, height });

const pictureEvidence = (inspected: Inspected): PictureEvidence => ({
  ...sizeOf(inspected),
  hashQuality: inspected.fingerprint.pdqQuality,
});

/** Of several assets with these bytes: one that a mark names, else the oldest that stands, else the oldest. */
async function findExact(
  deps: Pick<Ports, 'assets'>,
  sha256: string,
  named: readonly Asset[],
  scope: VerificationScope,
): Promise<Asset | null> {
  const same = await deps.assets.findByContent(sha256, scope);
  const isNamed = (asset: Asset): boolean => named.some(({ id }) => id === asset.id);
  return same.find(isNamed) ?? same.find(({ revokedAt }) => revokedAt === null) ?? same[0] ?? null;
}

const variantOf = (asset: Asset, sha256: string): 'original' | 'delivered' =>
  asset.contentHash === sha256 ? 'original' : 'delivered';

const matchedAsset = ({ assetId }: Decision, exact: Asset | null, candidates: readonly Candidate[]): Asset | null =>
  exact ?? candidates.find(({ asset }) => asset.id === assetId)?.asset ?? null;

/** Of a stored file: its comparison with itself, so that the map is one of this size and shows no edit. */
async function tamperMap(
  deps: Pick<Ports, 'engine'>,
  { bytes, mapSideMax }: VerifyInput,
  exact: Asset | null,
  candidates: readonly Candidate[],
  { assetId }: Decision,
): Promise<Uint8Array | null> {
  if (mapSideMax === null) return null;
  if (!exact) return candidates.find(({ asset }) => asset.id === assetId)?.compared?.mapPng ?? null;
  return (await deps.engine.compare({ query: bytes, reference: bytes, mapSideMax })).mapPng;
}

/** Strangers get two decimals, which makes it dear to tune an edit until it passes (decisions.md, 5.3); only 1 shows as 1. */
const shownConfidence = (confidence: number, who: Caller | null): number =>
  who ? confidence : Math.floor(confidence * 100) / 100;
