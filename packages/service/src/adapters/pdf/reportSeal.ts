/**
 * Who stands for a report that is taken away: the operator's certificate signs it (PAdES B-B), an authority stamps that signature
 * (B-T), and without a certificate the document itself.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { timestampTokenOf } from '@assay/core/timestamp/timestamp';
import type { TimestampAuthority } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import type { DocumentSigner } from './cadesSignature.ts';
import { type Place, signable } from './signaturePlace.ts';

type Print = (place: Place | null) => Promise<Uint8Array>;

export interface ReportSeal {
  /** @param print makes the document with a place for what is missing, or without one */
  over(print: Print): Promise<Uint8Array>;
}

export const NOBODY: ReportSeal = { over: (print) => print(null) };

/** The next try may find the authority again, s. */
const RETRY_AFTER_S = 30;

const unavailable = (detail: string, cause?: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', `${detail} Try again, or take the report as HTML.`, {
    cause,
    retryAfterS: RETRY_AFTER_S,
  });

export function createReportSeal(
  clock: Clock,
  signer: DocumentSigner | null,
  authority: Pick<TimestampAuthority, 'stamp'> | null,
): ReportSeal {
  if (!signer && !authority) return NOBODY;
  const stamp = authority && (async (message: Uint8Array) => tokenOf(authority, message));
  return {
    async over(print) {
      const at = clock.now();
      if (signer && (at < signer.validFrom || at > signer.validTo))
        throw unavailable('The certificate that signs reports is not valid today; the operator has to renew it.');
      const place: Place = signer ? { kind: 'signature', signer: signer.name, at } : { kind: 'timestamp' };
      const { signed, filled } = signable(await print(place));
      if (signer) return filled(await signer.sign(signed, stamp));
      return filled(await tokenOf(authority as Pick<TimestampAuthority, 'stamp'>, signed));
    },
  };
}

async function tokenOf(authority: Pick<TimestampAuthority, 'stamp'>, message: Uint8Array): Promise<Uint8Array> {
  try {
    return timestampTokenOf((await authority.stamp(message)).response);
  } catch (cause) {
    throw unavailable('The time-stamp authority of this service does not answer.', cause);
  }
}
