/** How alike pictures must be: docs/spec/verification.md#fingerprint. @module */
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import { z } from 'zod';

export const thresholdQuery = z.coerce
  .number()
  .min(0.5)
  .max(1)
  .default(SIMILARITY_THRESHOLD)
  .describe('Similarity from which pictures count as alike. It does not change a verdict.');
