/** Hashes of streams by Node's own code. @module */
import { createHash } from 'node:crypto';
import type { Digests } from '../../app/ports/runtime/runtime.ts';

export const digests: Digests = {
  async sha256(parts) {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const part of parts) {
      hash.update(part);
      sizeBytes += part.length;
    }
    return { sha256: hash.digest('hex'), sizeBytes };
  },
};
