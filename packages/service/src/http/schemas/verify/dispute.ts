/** Disputes of verdicts. @module */
import { z } from 'zod';
import { COMMENT_CHARS_MAX, DISPUTED_PICTURE_BYTES_MAX } from '../../../app/disputes/openDispute.ts';
import { DECISIONS, DISPUTE_REASONS, DISPUTE_STATES } from '../../../app/ports/verify/disputes.ts';
import { boundedText, Id, IdInput, pageOf, pageQuery, Timestamp } from '../common.ts';
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

const DisputeMembers = z.object({
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
});

export const DisputeBody = DisputeMembers.meta({
  id: 'Dispute',
  description: 'A verdict that somebody says is wrong.',
});

/** What operators see beside it. */
export const ReviewedDisputeBody = DisputeMembers.extend({
  verification: z.object({
    verdict: z.enum(VERDICTS),
    confidence: z.number().min(0).max(1),
    rule: z.string().nullable().describe('That decided.'),
    details: z.string().nullable().describe('Its sentence.'),
    asset_id: Id.nullable(),
    organization_id: Id.nullable(),
    source_image_hash: z.string(),
    model_version: z.string(),
    created_at: Timestamp,
  }),
}).meta({ id: 'ReviewedDispute', description: 'A dispute as operators see it, with the verdict that it is about.' });

export const ReviewedDisputePage = pageOf(ReviewedDisputeBody).meta({
  id: 'ReviewedDisputePage',
  description: 'Disputes of all organizations, the oldest first, one page.',
});

export const DisputeParams = z.object({ dispute_id: IdInput.describe('Identifier of the dispute.') });

export const DisputeQueueQuery = z.object({
  ...pageQuery,
  status: z
    .enum([...DISPUTE_STATES, 'all'])
    .default('open')
    .describe('Only disputes in this state.'),
});

export const RulingBody = z
  .object({
    status: z
      .enum(DECISIONS)
      .describe('`upheld`: the verdict was right; `overturned`: it was wrong; `unclear`: nobody can tell.'),
    verdict: z
      .enum(VERDICTS)
      .nullable()
      .default(null)
      .describe('Of an overturned verdict, the right one; null: what the dispute expected.'),
    note: boundedText(COMMENT_CHARS_MAX).nullable().default(null).describe('For whoever disputed.'),
  })
  .meta({ id: 'DisputeRuling', description: 'How a dispute is decided. It is final.' });
