/** The name of everything that a verdict depends on; docs/spec/verification.md#model-version. @module */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/calibration';
import { CHANGE_THRESHOLDS } from '@assay/core/tamper/regions/changedRegions';
import { ANOTHER_SHOT_TREES } from '@assay/core/verdict/generated/anotherShotTrees';
import { CONFIDENCE } from '@assay/core/verdict/confidence';
import { RULES } from '@assay/core/verdict/decide';
import * as thresholds from '@assay/core/verdict/thresholds';
import { MISSING_MARK } from '@assay/core/watermark/presence/missingMark';
import { PRESENCE_Z_MIN } from '@assay/core/watermark/presence/presenceMap';
import type { Embedding } from '../../app/ports/assets/fingerprints.ts';

/** It decides whether a manifest is whole. */
const { version: C2PA_LIBRARY } = createRequire(import.meta.url)('@contentauth/c2pa-wasm/package.json') as {
  version: string;
};

/** Whatever a comparison is judged by: numbers, and the rules in their order. */
export const JUDGEMENT = {
  thresholds: { ...thresholds },
  similarityThreshold: SIMILARITY_THRESHOLD,
  change: CHANGE_THRESHOLDS,
  presence: { ...MISSING_MARK, sigmaMin: PRESENCE_Z_MIN },
  confidence: CONFIDENCE,
  anotherShot: ANOTHER_SHOT_TREES,
  rules: RULES.map(({ id, verdict, why }) => [id, verdict, why]),
  c2paLibrary: C2PA_LIBRARY,
};

/** `assay@<version>+<8 hex>`: the hash covers embedding model, calibration and `judgement`. */
export function modelVersion(
  serviceVersion: string,
  { model, similarity }: Embedding,
  judgement: Readonly<Record<string, unknown>> = JUDGEMENT,
): string {
  const facts = JSON.stringify([model, similarity, judgement]);
  return `assay@${serviceVersion}+${createHash('sha256').update(facts).digest('hex').slice(0, 8)}`;
}
