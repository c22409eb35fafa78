/** The story of a verification (ARCHITECTURE, walk 2): gather evidence, decide, describe, record. @module */
import { AppError } from '@assay/core/errors';
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import { decide } from '@assay/core/verdict/decide';
import { EVIDENCE_FORMAT } from '@assay/core/verdict/evidence';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization, organizationIdsOf } from '../actingOrganization.ts';
import type { VerificationScope } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { NOT_DISPUTED } from '../ports/verify/verifications.ts';
import { describeVerification, subjectOf } from './describeVerification.ts';
import { evidenceLines } from './evidence/evidenceLines.ts';
import { COARSE, ceilTo } from './coarse.ts';
import { type CheckDeps, countCheck } from './countCheck.ts';
import { gatherEvidence } from './gatherEvidence.ts';
import type { Gathered, GatherDeps } from './gathered.ts';
import { namedTo } from './recipientCopy.ts';
import { toldOfEntry } from './pastVerifications.ts';
import { KEPT_MAP_SIDE_MAX } from '../reports/keepSubmission.ts';
import { recordVerification } from './recordVerification.ts';
import { standingOf, toldTo } from './toldTo.ts';
import type { ToldVerification, Verification, VerificationRecord, VerifyInput } from './verification.ts';
import { verificationMaps } from './verificationMaps.ts';

export type VerifyDeps = GatherDeps &
  CheckDeps &
  Pick<Ports, 'memberships' | 'verifications' | 'submissions' | 'clock' | 'ids' | 'modelVersion'>;

/**
 * Whatever the verdict, this is a result and no error. Nothing of the picture is kept but its hash, unless its sender asks for it.
 * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, RATE_LIMITED (as `countCheck`), none of them logged;
 * QUOTA_EXCEEDED where it shall be kept and there is no room; SERVICE_UNAVAILABLE
 */
export async function verifyImage(
  deps: VerifyDeps,
  caller: Caller | null,
  input: VerifyInput,
): Promise<ToldVerification> {
  if (input.isKept && caller) {
    const acting = await actingOrganization(deps, caller, input.requester.organizationId);
    await deps.submissions.assertRoom(acting.organization.id, input.bytes.length);
  }
  const told = await judge(
    deps,
    caller,
    input.isKept ? { ...input, mapSideMax: input.mapSideMax ?? KEPT_MAP_SIDE_MAX } : input,
  );
  // Those that were drawn to be kept are no part of an answer that did not ask for them.
  return input.mapSideMax === null ? { ...told, mapPng: null, presencePng: null } : told;
}

async function judge(deps: VerifyDeps, caller: Caller | null, input: VerifyInput): Promise<ToldVerification> {
  const started = deps.clock.now();
  const scope = { organizationIds: caller ? await organizationIdsOf(deps, caller) : [] };
  const gathered = await gatherEvidence(deps, input, scope);
  const { evidence, submitted } = gathered;
  const decision = decide(evidence);
  const subject = subjectOf(gathered, decision, scope);
  const owners = ownersOf(gathered);
  const description = describeVerification(gathered, subject, thresholdFor(input, owners, scope));
  const counted =
    subject.asset && !subject.isMember
      ? await countCheck(deps, caller, input.requester.ip, subject.asset, {
          picture: submitted.sha256,
          isExact: gathered.exact !== null,
        })
      : { isCrowded: false, events: [] };
  const maps = await verificationMaps(deps, input, gathered, decision, description.tamperSource);
  const verification: Verification = {
    id: input.id ?? deps.ids.uuid(),
    createdAt: started,
    processingTimeMs: Math.max(0, deps.clock.now().getTime() - started.getTime()),
    modelVersion: deps.modelVersion,
    sourceImageHash: submitted.sha256,
    verdict: decision.verdict,
    confidence: decision.confidence,
    assetId: decision.assetId,
    review: NOT_DISPUTED,
    record: {
      format: EVIDENCE_FORMAT,
      evidence,
      description,
      firedRules: decision.firedRules,
      details: decision.details,
      plainDetails: decision.plainDetails,
      revokedAt: decision.revokedAt,
      lines: evidenceLines(evidence, description, subject.asset?.id ?? null),
      owners,
      isCrowded: counted.isCrowded,
    },
    ...maps,
  };
  const standing = await standingOf(deps, verification.record, scope.organizationIds);
  const told = toldTo(verification, standing, await namedTo(deps, caller, subject.copy));
  await recordVerification(deps, caller, input, verification, told, counted.events);
  input.onStage?.({ stage: 'judged', skipped: false });
  return told;
}

/** One that an earlier try of the request has made and nobody was told; maps are not kept, so they are drawn anew. */
export async function verifiedBefore(
  deps: VerifyDeps,
  caller: Caller | null,
  input: VerifyInput,
  id: string,
): Promise<ToldVerification> {
  const entry = await deps.verifications.find(id);
  if (!entry) throw new AppError('VERIFICATION_NOT_FOUND', 'The picture was verified, and the result is gone.');
  if (input.mapSideMax === null) return toldOfEntry(deps, caller, entry);
  const gathered = await gatherEvidence(deps, input, {
    organizationIds: caller ? await organizationIdsOf(deps, caller) : [],
  });
  const { tamperSource } = (entry.evidence as VerificationRecord).description;
  const maps = await verificationMaps(deps, input, gathered, decide(gathered.evidence), tamperSource);
  return toldOfEntry(deps, caller, entry, maps);
}

const ownersOf = ({ exact, candidates }: Gathered): VerificationRecord['owners'] =>
  Object.fromEntries(
    [...(exact ? [exact] : []), ...candidates.map(({ asset }) => asset)].map(({ id, organizationId }) => [
      id,
      organizationId,
    ]),
  );

/** A caller who chooses the threshold freely would read strangers' similarities from it, as finely as he likes. */
function thresholdFor(
  { threshold = SIMILARITY_THRESHOLD }: VerifyInput,
  owners: VerificationRecord['owners'],
  { organizationIds }: VerificationScope,
): number {
  const isAllOwn = Object.values(owners).every((id) => organizationIds.includes(id));
  return isAllOwn ? threshold : ceilTo(COARSE.similarity, threshold);
}
