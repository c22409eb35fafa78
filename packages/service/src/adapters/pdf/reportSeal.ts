/**
 * Who stands for a report that is taken away: its organization's certificate signs it (PAdES B-B), or the operator's where that has
 * none; an authority stamps that signature (B-T), and without a certificate the document itself.
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
  /**
   * @param print makes the document with a place for what is missing, or without one
   * @param organizationId whose report it is; null: nobody's
   */
  over(print: Print, organizationId: string | null): Promise<Uint8Array>;
}

export const NOBODY: ReportSeal = { over: (print) => print(null) };

/** The next try may find the authority again, s. */
const RETRY_AFTER_S = 30;

const unavailable = (detail: string, cause?: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', `${detail} Try again, or take the report as HTML.`, {
    cause,
    retryAfterS: RETRY_AFTER_S,
  });

/** @param ofOrganizations their own certificates; `signer` signs for all others */
export function createReportSeal(
  clock: Clock,
  signer: DocumentSigner | null,
  authority: Pick<TimestampAuthority, 'stamp'> | null,
  ofOrganizations: ReadonlyMap<string, DocumentSigner> = new Map(),
): ReportSeal {
  if (!signer && !authority && ofOrganizations.size === 0) return NOBODY;
  const stamp = authority && (async (message: Uint8Array) => tokenOf(authority, message));
  return {
    async over(print, organizationId) {
      const at = clock.now();
      const signs = (organizationId !== null && ofOrganizations.get(organizationId)) || signer;
      if (!signs && !authority) return print(null);
      if (signs && (at < signs.validFrom || at > signs.validTo))
        throw unavailable('The certificate that signs reports is not valid today; the operator has to renew it.');
      const place: Place = signs ? { kind: 'signature', signer: signs.name, at } : { kind: 'timestamp' };
      const { signed, filled } = signable(await print(place));
      if (signs) return filled(await signs.sign(signed, stamp));
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
