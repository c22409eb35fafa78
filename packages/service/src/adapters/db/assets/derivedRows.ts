/** Rows that the processing of an asset adds: its watermark and its fingerprint. @module */
import { pdqHex } from '@assay/core/fingerprint/pdq';
import { signHash } from '@assay/core/fingerprint/signHash';
import type { WatermarkRecord } from '../../../app/ports/assets/assets.ts';
import type { FingerprintVectors } from '../../../app/ports/verify/engine.ts';
import type { Queries } from '../connection/database.ts';
import { watermarks, watermarkTracks } from '../schema/assets.ts';
import type { fingerprints } from '../schema/fingerprints.ts';

function watermarkRow(
  id: string,
  assetId: string,
  record: WatermarkRecord,
  createdAt: Date,
): typeof watermarks.$inferInsert {
  const embedded = record.tracks.filter(({ payload }) => payload !== null);
  const strengthSum = embedded.reduce((sum, { strength }) => sum + strength, 0);
  return {
    id,
    assetId,
    embeddingStrength: embedded.length > 0 ? strengthSum / embedded.length : null,
    robustnessScore: record.robustnessScore,
    psnrDb: finite(record.psnrDb),
    ssim: finite(record.ssim),
    deltaE: record.deltaE,
    recoveredPayload: record.recoveredPayload,
    createdAt,
  };
}

const watermarkTrackRows = (assetId: string, { tracks }: WatermarkRecord): (typeof watermarkTracks.$inferInsert)[] =>
  tracks.map((track) => ({ assetId, ...track }));

/** The record of a delivered file, of an asset that has none. */
export async function putWatermark(
  transaction: Queries,
  id: string,
  assetId: string,
  record: WatermarkRecord,
  at: Date,
): Promise<void> {
  await transaction.insert(watermarks).values(watermarkRow(id, assetId, record, at));
  await transaction.insert(watermarkTracks).values(watermarkTrackRows(assetId, record));
}

/** A picture that the mark did not change has an infinite PSNR, for which JSON has no number. */
const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

export function fingerprintRow(
  id: string,
  assetId: string,
  { pdq, pdqQuality, embedding768, embedding1024, model }: FingerprintVectors,
  createdAt: Date,
): typeof fingerprints.$inferInsert {
  return {
    id,
    assetId,
    embedding768: [...embedding768],
    embedding768Hash: signHash(embedding768),
    embedding1024: [...embedding1024],
    embedding1024Hash: signHash(embedding1024),
    pdqHash: pdqHex(pdq),
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
