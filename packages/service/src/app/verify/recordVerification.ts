/** Writes a verification down, with its events in the same transaction: docs/spec/verification.md#log. @module */
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { newEvent } from '../newEvent.ts';
import type { OutboxEvent } from '../ports/delivery/events.ts';
import { EACH_TIME } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import { submissionOf } from '../reports/keepSubmission.ts';
import { commitmentHolds, namedCommitment } from './namedCommitment.ts';
import type { ToldVerification, Verification, VerifyInput } from './verification.ts';

type Deps = Pick<Ports, 'verifications' | 'memberships' | 'clock' | 'ids'>;

/**
 * The row holds all of it, the caller's event what the caller is told.
 * @param burst what the owner of the matched asset is told
 */
export async function recordVerification(
  deps: Deps,
  caller: Caller | null,
  input: VerifyInput,
  done: Verification,
  told: ToldVerification,
  burst: readonly OutboxEvent[],
): Promise<void> {
  const { description } = done.record;
  const organizationId =
    caller && (await actingOrganization(deps, caller, input.requester.organizationId)).organization.id;
  const apiKeyId = caller?.kind === 'key' ? caller.key.id : null;
  const row = {
    id: done.id,
    userId: caller?.user.id ?? null,
    apiKeyId,
    organizationId,
    verifiedAssetId: done.assetId,
    sourceImageHash: done.sourceImageHash,
    sourceImageSizeBytes: input.bytes.length,
    verdict: done.verdict,
    confidence: done.confidence,
    watermarkDetected: description.payloadAssetId !== null,
    watermarkConfidence: description.watermarkConfidence,
    fingerprintMatchFound: description.matchCount > 0,
    fingerprintSimilarity: description.similarityScore,
    blockchainVerified: commitmentHolds(namedCommitment(done.record.evidence, done.assetId)),
    processingTimeMs: done.processingTimeMs,
    modelVersion: done.modelVersion,
    requesterIp: input.requester.ip,
    userAgent: input.requester.userAgent,
    evidence: done.record,
    createdAt: done.createdAt,
  };
  const events = [
    // An anonymous verification belongs to no organization.
    ...(organizationId === null
      ? []
      : [completedEvent(deps, { organizationId, apiKeyId, batchId: input.batchId }, told)]),
    ...burst,
  ];
  const submission = input.isKept && caller ? submissionOf(deps, caller, input, told) : null;
  await (input.once ?? EACH_TIME).making({ id: done.id }, () => deps.verifications.log(row, events, submission));
}

const completedEvent = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  by: { readonly organizationId: string; readonly apiKeyId: string | null; readonly batchId: string | null },
  done: ToldVerification,
): OutboxEvent =>
  newEvent(deps, by.organizationId, 'verification.completed', {
    verification_id: done.id,
    verdict: done.verdict,
    is_authentic: done.verdict === 'authentic',
    confidence: done.confidence,
    matched_asset_id: done.assetId,
    source_image_hash: done.sourceImageHash,
    api_key_id: by.apiKeyId,
    ...(by.batchId === null ? {} : { batch_id: by.batchId }),
  });
