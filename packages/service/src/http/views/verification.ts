/** Verifications as JSON: every key always there, every number finite. @module */
import type { AppError } from '@assay/core/errors';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import type { z } from 'zod';
import type { CredentialsSummary } from '../../app/credentials/c2paMetadata.ts';
import type { HistoryLine } from '../../app/verify/pastVerifications.ts';
import type { ToldVerification } from '../../app/verify/verification.ts';
import type { BatchItem, BatchOutcome } from '../../app/verify/verifyBatch.ts';
import type {
  BatchBody,
  BatchItemBody,
  HistoryPage,
  PublicVerificationBody,
  VerificationBody,
} from '../schemas/verify/verify.ts';
import { trackFields } from '../schemas/assets/trackFields.ts';
import { payloadOf, signedUrl } from './asset.ts';

type Body = z.output<typeof VerificationBody>;
type PublicBody = z.output<typeof PublicVerificationBody>;

export const unit = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function modificationView(
  modification: Readonly<Record<string, unknown>>,
): Body['metadata']['modifications'][number] {
  const members = Object.entries(modification).map(([name, value]) => [snakeCase(name), value]);
  return Object.fromEntries(members) as Body['metadata']['modifications'][number];
}

const NO_COMMITMENT = { commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null };

function blockchainView({ commitment }: ToldVerification): Body['blockchain'] {
  if (!commitment) return NO_COMMITMENT;
  const { signatureValid, onChain, txHash } = commitment;
  return { commitment_found: true, signature_valid: signatureValid, on_chain: onChain, tx_hash: txHash };
}

const NO_CREDENTIALS: CredentialsSummary = {
  present: false,
  validation_state: null,
  binding_broken: false,
  codes: [],
  active_manifest: null,
  signer: null,
  certificates: [],
  assurance_level: null,
  signed_at: null,
  time_proven: false,
  revocation: 'unknown',
  remote_manifest: null,
  broken_ingredients: [],
  identities: [],
};

const credentialsView = (summary: CredentialsSummary): Body['content_credentials'] => ({
  ...summary,
  codes: [...summary.codes],
});

/** The second map. */
function presenceView({ presence, presencePng }: ToldVerification): Body['mark_presence'] {
  if (!presence) return null;
  return {
    tracks: TRACK_IDS.filter((id) => presence.tracks.some(({ track }) => track === id)),
    assessable_fraction: unit(presence.assessableFraction),
    missing_fraction: unit(presence.missingFraction),
    regions: presence.regions.map((region) => ({ ...region, score: unit(region.score) })),
    map: presencePng && Buffer.from(presencePng).toString('base64'),
  };
}

const removalView = ({ removedMark }: ToldVerification): Body['mark_removal'] =>
  removedMark && {
    asset_id: removedMark.assetId,
    honest_probability: unit(removedMark.honestProbability),
    subtracted: removedMark.isSubtracted,
  };

export const verificationView = (done: ToldVerification): Body => ({
  ...publicVerificationView(done),
  recipient_copy: done.recipientCopy && { id: done.recipientCopy.id, recipient: done.recipientCopy.recipient },
});

export function publicVerificationView(done: ToldVerification): PublicBody {
  const { description, details, firedRules, revokedAt, lines } = done;
  return {
    verification_id: done.id,
    verified_at: done.createdAt.toISOString(),
    verdict: done.verdict,
    is_authentic: done.verdict === 'authentic',
    confidence: unit(done.confidence),
    details,
    rule: firedRules[0] ?? null,
    watermark: {
      ...trackFields('_detected', (track) => description.detectedTracks.includes(track)),
      payload: description.payloadAssetId && payloadOf(description.payloadAssetId),
    },
    fingerprint: {
      similarity_score: unit(description.similarityScore),
      match_count: description.matchCount,
      top_matches: description.topMatches.map(({ assetId, similarity }) => ({
        asset_id: assetId,
        similarity: unit(similarity),
        // 1 - 0.85 is 0.15000000000000002 in binary.
        distance: unit(Number((1 - similarity).toFixed(12))),
      })),
    },
    blockchain: blockchainView(done),
    metadata: { exif_intact: description.exifIntact, modifications: description.modifications.map(modificationView) },
    content_credentials: credentialsView(description.contentCredentials),
    tamper_map: done.mapPng && Buffer.from(done.mapPng).toString('base64'),
    tamper_source: description.tamperSource,
    tamper_score: unit(description.tamperScore),
    tamper_regions: description.tamperRegions.map((region) => ({ ...region, score: unit(region.score) })),
    mark_presence: presenceView(done),
    mark_removal: removalView(done),
    evidence: lines.map(({ kind, state, statement, assetId }) => ({ kind, state, statement, asset_id: assetId })),
    asset_id: done.assetId,
    revoked: revokedAt !== null,
    disputed: done.review.disputed,
    corrected_verdict: done.review.correctedVerdict,
    source_image_hash: done.sourceImageHash,
    processing_time_ms: done.processingTimeMs,
    model_version: done.modelVersion,
  };
}

/** The full shape for a picture that could not be judged: docs/spec/verification.md#batch. */
function failedView(error: AppError, at: Date, modelVersion: string): Body {
  return {
    verification_id: null,
    verified_at: at.toISOString(),
    verdict: 'unknown',
    is_authentic: false,
    confidence: 0,
    details: `This file was not judged: ${error.detail}`,
    rule: null,
    watermark: { ...trackFields('_detected', () => false), payload: null },
    fingerprint: { similarity_score: 0, match_count: 0, top_matches: [] },
    blockchain: NO_COMMITMENT,
    metadata: { exif_intact: false, modifications: [] },
    content_credentials: credentialsView(NO_CREDENTIALS),
    tamper_map: null,
    tamper_source: null,
    tamper_score: 0,
    tamper_regions: [],
    mark_presence: null,
    mark_removal: null,
    evidence: [],
    asset_id: null,
    revoked: false,
    disputed: false,
    corrected_verdict: null,
    source_image_hash: null,
    processing_time_ms: 0,
    model_version: modelVersion,
    recipient_copy: null,
  };
}

function batchItemView(
  { fileName, outcome }: BatchItem,
  index: number,
  at: Date,
  modelVersion: string,
): z.output<typeof BatchItemBody> {
  if (outcome.ok) return { ...verificationView(outcome.verification), index, filename: fileName, error: null };
  const error = { error_code: outcome.error.code, detail: outcome.error.detail };
  return { ...failedView(outcome.error, at, modelVersion), index, filename: fileName, error };
}

/** @param at when it was answered: what could not be judged carries it too */
export function batchView(
  { items, processingTimeMs }: BatchOutcome,
  at: Date,
  modelVersion: string,
): z.output<typeof BatchBody> {
  const successful = items.filter(({ outcome }) => outcome.ok).length;
  return {
    results: items.map((item, index) => batchItemView(item, index, at, modelVersion)),
    total: items.length,
    successful,
    failed: items.length - successful,
    processing_time_ms: processingTimeMs,
  };
}

export function historyItemView(line: HistoryLine, base: string): z.output<typeof HistoryPage>['items'][number] {
  const { matchedAsset, previewToken } = line;
  return {
    id: line.id,
    verified_at: line.verifiedAt.toISOString(),
    verdict: line.verdict,
    confidence: unit(line.confidence),
    user_id: line.userId,
    api_key_id: line.apiKeyId,
    asset_id: line.assetId,
    matched_asset: matchedAsset && {
      id: matchedAsset.id,
      title: matchedAsset.title,
      original_filename: matchedAsset.originalFilename,
      cid: matchedAsset.cid,
      preview_url: previewToken && signedUrl(base, previewToken),
    },
  };
}
