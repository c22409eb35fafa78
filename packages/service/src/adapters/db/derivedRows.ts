/** Rows that the processing of an asset adds: its watermark and its fingerprint. @module */
import { pdqHashInt, pdqHex } from '@assay/core/fingerprint/pdq';
import { signHash } from '@assay/core/fingerprint/signHash';
import { TRACK_IDS } from '@assay/core/watermark/track';
import type { WatermarkRecord } from '../../app/ports/assets.ts';
import type { FingerprintVectors } from '../../app/ports/engine.ts';
import type { watermarks } from './schema/assets.ts';
import type { fingerprints } from './schema/fingerprints.ts';

export function watermarkRow(
  id: string,
  assetId: string,
  record: WatermarkRecord,
  createdAt: Date,
): typeof watermarks.$inferInsert {
  const embedded = TRACK_IDS.filter((track) => record.payloads[track] !== null);
  const strengthSum = embedded.reduce((sum, track) => sum + record.strengths[track], 0);
  return {
    id,
    assetId,
    trackAPayload: record.payloads.a,
    trackBPayload: record.payloads.b,
    trackCPayload: record.payloads.c,
    trackADetected: record.detected.a,
    trackBDetected: record.detected.b,
    trackCDetected: record.detected.c,
    embeddingStrength: embedded.length > 0 ? strengthSum / embedded.length : null,
    strengths: record.strengths,
    robustnessScore: record.robustnessScore,
    psnrDb: finite(record.psnrDb),
    ssim: finite(record.ssim),
    recoveredPayload: record.recoveredPayload,
    createdAt,
  };
}

/** A picture that the mark did not change has an infinite PSNR, for which JSON has no number. */
const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

export function fingerprintRow(
  id: string,
  assetId: string,
  { pdq, pdqQuality, clip, dino, model }: FingerprintVectors,
  createdAt: Date,
): typeof fingerprints.$inferInsert {
  return {
    id,
    assetId,
    clipEmbedding: [...clip],
    clipHash: signHash(clip),
    dinoEmbedding: [...dino],
    dinoHash: signHash(dino),
    pdqHash: pdqHex(pdq),
    pdqHashInt: pdqHashInt(pdq),
    pdqBits: bitString(pdq),
    pdqQuality: Math.round(pdqQuality),
    embeddingModel: model,
    createdAt,
  };
}

/** The bits as PostgreSQL writes them, the highest of the first byte first. */
export function bitString(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return bits;
}
