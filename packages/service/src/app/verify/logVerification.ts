/** Writes a verification down, with its event in the same transaction (G151, G185). @module */
import type { Caller } from '../accounts/caller.ts';
import type { OutboxEvent } from '../ports/events.ts';
import type { Ports } from '../ports/ports.ts';
import type { Verification, VerifyInput } from './verification.ts';

type Deps = Pick<Ports, 'verifications' | 'memberships' | 'clock' | 'ids'>;

export async function logVerification(
  deps: Deps,
  who: Caller | null,
  input: VerifyInput,
  done: Verification,
): Promise<void> {
  const { findings } = done.record;
  const organizationId = who ? (await deps.memberships.personal(who.user.id)).organization.id : null;
  await deps.verifications.log(
    {
      id: done.id,
      userId: who?.user.id ?? null,
      apiKeyId: null,
      organizationId,
      verifiedAssetId: done.assetId,
      sourceImageHash: done.sourceImageHash,
      sourceImageSizeBytes: input.bytes.length,
      verdict: done.verdict,
      confidence: done.confidence,
      watermarkDetected: findings.payloadAssetId !== null,
      watermarkConfidence: findings.watermarkConfidence,
      fingerprintMatchFound: findings.matchCount > 0,
      fingerprintSimilarity: findings.similarityScore,
      blockchainVerified: false,
      processingTimeMs: done.processingTimeMs,
      modelVersion: done.modelVersion,
      requesterIp: input.requester.ip,
      userAgent: input.requester.userAgent,
      evidence: done.record,
      createdAt: done.createdAt,
    },
    organizationId === null ? [] : [completedEvent(deps, organizationId, input.batchId, done)],
  );
}

/** An anonymous verification belongs to no organization, so nobody hears of it. */
function completedEvent(
  deps: Pick<Ports, 'clock' | 'ids'>,
  organizationId: string,
  batchId: string | null,
  done: Verification,
): OutboxEvent {
  return {
    id: deps.ids.uuid(),
    organizationId,
    event: 'verification.completed',
    timestamp: deps.clock.now(),
    data: {
      verification_id: done.id,
      verdict: done.verdict,
      is_authentic: done.verdict === 'authentic',
      confidence: done.confidence,
      matched_asset_id: done.assetId,
      source_image_hash: done.sourceImageHash,
      api_key_id: null,
      ...(batchId === null ? {} : { batch_id: batchId }),
    },
  };
}
