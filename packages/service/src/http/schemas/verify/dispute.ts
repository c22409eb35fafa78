/** Disputes of verdicts. @module */
import { z } from 'zod';
import { COMMENT_CHARS_MAX, DISPUTED_PICTURE_BYTES_MAX } from '../../../app/disputes/openDispute.ts';
import { DISPUTE_REASONS, DISPUTE_STATES } from '../../../app/ports/verify/disputes.ts';
import { boundedText, Id, Timestamp } from '../common.ts';
import { filePart, formBoolean } from '../form.ts';
import { VERDICTS } from './verify.ts';

export const DisputeFields = z.object({
  reason: z
    .enum(DISPUTE_REASONS)
    .describe(
      '`not_altered`: nobody altered the picture; `altered`: it was altered; `not_recognised`: a registered original exists; ' +
        '`wrong_asset`: it belongs to another picture.',
    ),
  comment: boundedText(COMMENT_CHARS_MAX).optional().describe('For whoever looks at it.'),
  expected_verdict: z.enum(VERDICTS).optional().describe('What would be right.'),
  consent_to_keep_picture: formBoolean(false, 'The picture may be kept for 30 days.'),
});

export const DisputeForm = DisputeFields.extend({
  file: filePart(
    `The very file that was verified, at most ${DISPUTED_PICTURE_BYTES_MAX / 2 ** 20} MiB; only with your consent.`,
  ).optional(),
});

export const DisputeBody = z
  .object({
    id: Id,
    verification_id: Id,
    status: z
      .enum(DISPUTE_STATES)
      .describe('`upheld`: the verdict was right; `overturned`: it was wrong; `unclear`: nobody can tell.'),
    reason: z.enum(DISPUTE_REASONS),
    comment: z.string().nullable(),
    expected_verdict: z.enum(VERDICTS).nullable(),
    corrected_verdict: z.enum(VERDICTS).nullable().describe('The right one, where the verdict was overturned.'),
    note: z.string().nullable().describe('What the operator says of it.'),
    picture: z
      .object({
        size_bytes: z.int().min(0),
        kept_until: Timestamp,
        removed_at: Timestamp.nullable(),
      })
      .nullable()
      .describe('The picture that you sent with it; null if none.'),
    created_at: Timestamp,
    resolved_at: Timestamp.nullable(),
  })
  .meta({ id: 'Dispute', description: 'A verdict that somebody says is wrong.' });
