/** The name of everything that a verdict depends on (G56). @module */
import { createHash } from 'node:crypto';
import { EMBEDDING_MODEL } from '@assay/core/fingerprint/fingerprint';
import { SIMILARITY_CONFIG } from '@assay/core/fingerprint/similarityConfig';
import { RULES } from '@assay/core/verdict/decide';
import * as thresholds from '@assay/core/verdict/readEvidence';

/** `assay@<version>+<8 hex>`: the hash covers embedding model, calibration, thresholds and the rules in their order. */
export function modelVersion(serviceVersion: string): string {
  const numbers = Object.entries(thresholds).filter(([, value]) => typeof value === 'number');
  const rules = RULES.map(({ id, verdict, why }) => [id, verdict, why]);
  const facts = JSON.stringify([EMBEDDING_MODEL, SIMILARITY_CONFIG, Object.fromEntries(numbers), rules]);
  return `assay@${serviceVersion}+${createHash('sha256').update(facts).digest('hex').slice(0, 8)}`;
}
