/** What the forms of verifications share. @module */
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../app/accounts/caller.ts';
import { assertKeepable } from '../../../app/reports/keepSubmission.ts';
import type { DeferredVerification } from '../../../app/ports/verify/deferredVerifications.ts';
import { accepted } from '../../request/prefer.ts';
import type { ReceivedForm } from '../../request/receiveForm.ts';
import { parseFields } from '../../schemas/form.ts';
import { StoreFields, VerifyFields } from '../../schemas/verify/verify.ts';

export const FORM = ['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'] as const;

/** Long side of a tamper map, px: enough to see where, small enough for a JSON answer. */
export const MAP_SIDE_MAX = 1024;

/** A verification takes about that long. */
const JUDGED_AFTER_S = 1;

export const mapSide = (form: ReceivedForm, side: number): number | null =>
  parseFields(VerifyFields, form.fields).include_tamper_map ? side : null;

/** @throws {AppError} UNAUTHENTICATED, VALIDATION_ERROR */
export function isKept(form: ReceivedForm, caller: Caller | null, bytes: Uint8Array): boolean {
  const { store } = parseFields(StoreFields, form.fields);
  if (store) assertKeepable(caller, bytes);
  return store;
}

export const sendDeferred = (
  reply: FastifyReply,
  { id, createdAt }: Pick<DeferredVerification, 'id' | 'createdAt'>,
): FastifyReply =>
  accepted(reply, `/v1/verify/${id}`, JUDGED_AFTER_S).send({
    verification_id: id,
    status: 'pending',
    created_at: createdAt.toISOString(),
  });
