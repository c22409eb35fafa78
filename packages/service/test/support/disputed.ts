/** Rows of a verification and of a dispute of it. @module */
import { randomUUID } from 'node:crypto';
import type { Dispute } from '../../src/app/ports/verify/disputes.ts';
import type { VerificationEntry } from '../../src/app/ports/verify/verifications.ts';
import { NOW } from './fixtures.ts';

/** An anonymous one unless `fields` say otherwise. */
export const loggedEntry = (fields: Partial<VerificationEntry> = {}): VerificationEntry => ({
  id: randomUUID(),
  userId: null,
  apiKeyId: null,
  organizationId: null,
  verifiedAssetId: null,
  sourceImageHash: 'a'.repeat(64),
  sourceImageSizeBytes: 5_000_000_000,
  verdict: 'unknown',
  confidence: 0.123456789012345,
  watermarkDetected: false,
  watermarkConfidence: 0,
  fingerprintMatchFound: false,
  fingerprintSimilarity: 0.3,
  blockchainVerified: false,
  processingTimeMs: 321,
  modelVersion: 'assay@0.1.0',
  requesterIp: '127.0.0.1',
  userAgent: 'curl',
  evidence: { rules: ['nothing'], scores: [0.1, null] },
  createdAt: NOW,
  ...fields,
});

/** An open one, with a picture of so many bytes that is kept for long; null: without. */
export const disputeOf = (verificationId: string, pictureSizeBytes: number | null): Dispute => ({
  id: randomUUID(),
  verificationId,
  userId: null,
  reason: 'not_altered',
  comment: 'Mine.',
  expectedVerdict: 'unknown',
  status: 'open',
  correctedVerdict: null,
  note: null,
  picture:
    pictureSizeBytes === null
      ? null
      : { sizeBytes: pictureSizeBytes, keptUntil: new Date('2100-01-01T00:00:00.000Z'), removedAt: null },
  createdAt: NOW,
  resolvedAt: null,
});
