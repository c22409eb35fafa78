/** The story of a verification (ARCHITECTURE, walk 2): gather evidence, decide, describe, record. @module */
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import { decide } from '@assay/core/verdict/decide';
import type { Caller } from '../accounts/caller.ts';
import { organizationIdsOf } from '../actingOrganization.ts';
import type { Ports } from '../ports/ports.ts';
import { describeVerification, subjectOf } from './describeVerification.ts';
import { evidenceLines } from './evidenceLines.ts';
import { type GatherDeps, gatherEvidence } from './gatherEvidence.ts';
import { namedTo } from './recipientCopy.ts';
import { recordVerification } from './recordVerification.ts';
import type { Verification, VerifyInput } from './verification.ts';
import { verificationMaps } from './verificationMaps.ts';

export type VerifyDeps = GatherDeps & Pick<Ports, 'memberships' | 'verifications' | 'clock' | 'ids' | 'modelVersion'>;

/**
 * Whatever the verdict, this is a result and no error. Nothing of the picture is kept but its hash.
 * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE (not logged), SERVICE_UNAVAILABLE
 */
export async function verifyImage(deps: VerifyDeps, caller: Caller | null, input: VerifyInput): Promise<Verification> {
  const started = deps.clock.now();
  const scope = { organizationIds: caller ? await organizationIdsOf(deps, caller) : [] };
  const gathered = await gatherEvidence(deps, input, scope);
  const { evidence, inspected } = gathered;
  const decision = decide(evidence);
  const subject = await subjectOf(deps, gathered, decision, scope);
  const description = describeVerification(gathered, subject, input.threshold ?? SIMILARITY_THRESHOLD);
  const maps = await verificationMaps(deps, input, gathered, decision, description.tamperSource);
  const verification: Verification = {
    id: input.id ?? deps.ids.uuid(),
    createdAt: started,
    processingTimeMs: Math.max(0, deps.clock.now().getTime() - started.getTime()),
    modelVersion: deps.modelVersion,
    sourceImageHash: inspected.ids.sha256,
    verdict: decision.verdict,
    confidence: shownConfidence(decision.confidence, caller),
    assetId: decision.assetId,
    record: {
      version: 1,
      evidence,
      description,
      firedRules: decision.firedRules,
      details: decision.details,
      revokedAt: decision.revokedAt,
      lines: evidenceLines(evidence, description, subject.asset?.id ?? null),
    },
    recipientCopy: await namedTo(deps, caller, subject.copy),
    ...maps,
  };
  await recordVerification(deps, caller, input, verification, { asset: subject.asset, scope });
  return verification;
}

/**
 * Strangers get two decimals, which makes it costly to tune an edit until it passes
 * (docs/spec/security.md#verify-as-an-oracle); only 1 shows as 1.
 */
const shownConfidence = (confidence: number, caller: Caller | null): number =>
  caller ? confidence : Math.floor(confidence * 100) / 100;
