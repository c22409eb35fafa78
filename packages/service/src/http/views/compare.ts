/** A comparison of two pictures as JSON. @module */
import { hasChangedRegion, isSamePicture } from '@assay/core/verdict/readEvidence';
import type { z } from 'zod';
import type { Comparison } from '../../app/verify/compareImages.ts';
import type { Compared, Examined } from '../../app/ports/verify/engine.ts';
import type { ComparisonBody } from '../schemas/verify/compare.ts';
import { modificationView, unit } from './verification.ts';

type Body = z.output<typeof ComparisonBody>;

const pictureView = ({ ids, facts }: Examined, bytes: Uint8Array): Body['a'] => ({
  sha256: ids.sha256,
  mime_type: facts.mimeType,
  width: facts.width,
  height: facts.height,
  size_bytes: bytes.length,
});

function overlapView({
  registration,
  difference,
}: Compared): Pick<Body, 'registration' | 'coverage' | 'changed_fraction' | 'same_picture'> {
  if (!registration || !difference)
    return { registration: null, coverage: null, changed_fraction: null, same_picture: null };
  const { inliers, residualPx, mirrored, homography } = registration;
  return {
    registration: { inliers, residual_px: residualPx, mirrored, homography: [...homography] },
    coverage: unit(difference.coverage),
    changed_fraction: unit(difference.changedFraction),
    same_picture: isSamePicture(registration, difference),
  };
}

/** As in a verification: only what is large enough to decide anything is called tampering. */
function tamperView({ difference }: Compared): Pick<Body, 'tamper_score' | 'tamper_regions'> {
  if (!difference || !hasChangedRegion(difference)) return { tamper_score: 0, tamper_regions: [] };
  return {
    tamper_score: unit(difference.tamperScore),
    tamper_regions: difference.regions.map((region) => ({ ...region, score: unit(region.score) })),
  };
}

const similarityView = ({
  average,
  embedding768,
  embedding1024,
  pdq,
}: Comparison['similarity']): Body['similarity'] => ({
  average,
  clip: embedding768,
  dino: embedding1024,
  pdq,
});

export const comparisonView = (
  done: Comparison,
  files: { readonly a: Uint8Array; readonly b: Uint8Array },
  at: Date,
): Body => ({
  a: pictureView(done.a, files.a),
  b: pictureView(done.b, files.b),
  identical: done.identical,
  similarity: similarityView(done.similarity),
  ...overlapView(done.compared),
  modifications: done.compared.modifications.map(modificationView),
  tamper_map: done.compared.mapPng && Buffer.from(done.compared.mapPng).toString('base64'),
  ...tamperView(done.compared),
  processing_time_ms: done.processingTimeMs,
  compared_at: at.toISOString(),
});
