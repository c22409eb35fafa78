/**
 * Signs the history of assets by the keys of their organizations, a moment after each step was written. The signature is
 * over what the chain hashes to, and says whose service wrote it:
 *
 *     signature = Ed25519(organization's key, "assay provenance v1\n" || hash in hex)
 *
 * Not in the transaction of the step, since keys are opened outside of the database.
 * Source: docs/spec/provenance.md.
 * @module
 */
import { signedTraceText } from '@assay/core/provenance/signedTrace';
import type { Ports } from '../ports/ports.ts';

/** Of one run; a signature takes less than a millisecond. */
const BATCH = 200;

export const signatureJob =
  (deps: Pick<Ports, 'provenance' | 'organizationSigner'>, isEnding: () => boolean) => async (): Promise<void> => {
    for (;;) {
      const unsigned = await deps.provenance.unsigned(BATCH);
      for (const { id, organizationId, hash } of unsigned) {
        if (isEnding()) return;
        const message = new TextEncoder().encode(signedTraceText(hash));
        await deps.provenance.setSignature(id, await deps.organizationSigner.sign(organizationId, message));
      }
      if (unsigned.length < BATCH) return;
    }
  };
