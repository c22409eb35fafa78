/** The name of everything that a verdict depends on (G56). @module */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { RULES } from '@assay/core/verdict/decide';
import * as thresholds from '@assay/core/verdict/readEvidence';
import type { Embedding } from '../app/ports/fingerprints.ts';

/** It decides whether a manifest is whole. */
const { version: C2PA_LIBRARY } = createRequire(import.meta.url)('@contentauth/c2pa-wasm/package.json') as {
  version: string;
};

/** `assay@<version>+<8 hex>`: the hash covers embedding model, calibration, thresholds, the rules in their order and the C2PA library. */
export function modelVersion(serviceVersion: string, { model, similarity }: Embedding): string {
  const numbers = Object.entries(thresholds).filter(([, value]) => typeof value === 'number');
  const rules = RULES.map(({ id, verdict, why }) => [id, verdict, why]);
  const facts = JSON.stringify([model, similarity, Object.fromEntries(numbers), rules, C2PA_LIBRARY]);
  return `assay@${serviceVersion}+${createHash('sha256').update(facts).digest('hex').slice(0, 8)}`;
}
