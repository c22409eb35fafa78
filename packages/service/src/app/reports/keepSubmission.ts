/** What is kept of a picture whose sender asked for it: docs/spec/verification.md#stored-submissions. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeptSubmission } from '../ports/verify/submissions.ts';
import type { ToldVerification, VerifyInput } from '../verify/verification.ts';

/** Sealed in the database for a week: more than a phone's photo has. */
export const KEPT_BYTES_MAX = 16 * 1024 * 1024;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Long side of a kept map, px: that of an answer. */
export const KEPT_MAP_SIDE_MAX = 1024;

/** Before any work is done. @throws {AppError} UNAUTHENTICATED: nobody could read it again; VALIDATION_ERROR: too large */
export function assertKeepable(caller: Caller | null, bytes: Uint8Array): void {
  if (!caller)
    throw new AppError('UNAUTHENTICATED', 'A picture is kept for an account: sign in, or leave `store` out.');
  if (bytes.length <= KEPT_BYTES_MAX) return;
  const message = `has ${bytes.length} bytes, and with \`store\` at most ${KEPT_BYTES_MAX} are kept; leave \`store\` out`;
  throw new AppError('VALIDATION_ERROR', 'The picture is too large to be kept.', {
    errors: [{ field: 'file', location: 'body', code: 'too_big', message }],
  });
}

export const submissionOf = (
  { clock }: Pick<Ports, 'clock'>,
  caller: Caller,
  { bytes }: Pick<VerifyInput, 'bytes'>,
  { mapPng, presencePng }: ToldVerification,
): KeptSubmission => ({
  picture: bytes,
  mapPng,
  presencePng,
  userId: caller.user.id,
  keptUntil: new Date(clock.now().getTime() + KEPT_MS),
});
