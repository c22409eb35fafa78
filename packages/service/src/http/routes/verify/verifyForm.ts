/** What the forms of verifications share. @module */
import type { FastifyReply } from 'fastify';
import type { DeferredVerification } from '../../../app/ports/verify/deferredVerifications.ts';
import { accepted } from '../../request/prefer.ts';
import type { ReceivedForm } from '../../request/receiveForm.ts';
import { parseFields } from '../../schemas/form.ts';
import { VerifyFields } from '../../schemas/verify/verify.ts';

export const FORM = ['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'] as const;

/** Long side of a tamper map, px: enough to see where, small enough for a JSON answer. */
export const MAP_SIDE_MAX = 1024;

/** A verification takes about that long. */
const JUDGED_AFTER_S = 1;

export const mapSide = (form: ReceivedForm, side: number): number | null =>
  parseFields(VerifyFields, form.fields).include_tamper_map ? side : null;

export const sendDeferred = (reply: FastifyReply, { id, createdAt }: DeferredVerification): FastifyReply =>
  accepted(reply, `/v1/verify/${id}`, JUDGED_AFTER_S).send({
    verification_id: id,
    status: 'pending',
    created_at: createdAt.toISOString(),
  });
