/** Hashes of streams by Node's own code; of long parts in steps, between which others have their turn. @module */
import { createHash } from 'node:crypto';
import { eachStep } from '@assay/core/steps';
import type { Digests } from '../../app/ports/runtime/runtime.ts';
import { inSteps } from '../jobs/steps.ts';

export const digests: Digests = {
  async sha256(parts) {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const part of parts) {
      await inSteps(eachStep(part, (step) => void hash.update(step)));
      sizeBytes += part.length;
    }
    return { sha256: hash.digest('hex'), sizeBytes };
  },
};
