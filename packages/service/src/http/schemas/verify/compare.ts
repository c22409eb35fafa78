/** Pairwise comparison of two pictures. @module */
import { z } from 'zod';
import { EXAMPLE_SHA256, Timestamp } from '../common.ts';
import { filePart } from '../form.ts';
import { Region, VerifyFields } from './verify.ts';

const unit = z.number().min(0).max(1);

export const CompareForm = VerifyFields.extend({
  a: filePart('The picture in question. It is not kept.'),
  b: filePart('The picture that it is held against. It is not kept either.'),
});

const Picture = z.object({
  sha256: z.string().meta({ example: EXAMPLE_SHA256 }),
  mime_type: z.string(),
  width: z.int(),
  height: z.int(),
  size_bytes: z.int(),
});

export const ComparisonBody = z
  .object({
    a: Picture,
    b: Picture,
    identical: z.boolean().describe('Byte for byte.'),
    similarity: z.object({ average: unit, clip: unit, dino: unit, pdq: unit }).describe('Of the fingerprints.'),
    registration: z
      .object({
        inliers: z.int().min(0).describe('Points that agree.'),
        residual_px: z.number(),
        mirrored: z.boolean(),
        homography: z.array(z.number()).length(9).describe('Row by row, from `a` to `b`, in pixels.'),
      })
      .nullable()
      .describe('Null if they could not be registered to each other.'),
    coverage: unit
      .nullable()
      .describe('Area fraction of `a` that lies on `b`; null without registration, as the next two.'),
    changed_fraction: unit.nullable().describe('Area fraction of the overlap that differs, 0..1.'),
    same_picture: z.boolean().nullable().describe('The overlap shows the same thing, apart from local edits.'),
    modifications: z
      .array(z.looseObject({ type: z.string(), severity: z.enum(['low', 'medium', 'high']) }))
      .describe('What was done to `b` to get `a`.'),
    tamper_map: z.string().nullable().describe('As in a verification, over `a`.'),
    tamper_score: unit,
    tamper_regions: z.array(Region),
    processing_time_ms: z.int().min(0),
    compared_at: Timestamp,
  })
  .meta({ id: 'PictureComparison', description: 'What two pictures have in common. Nothing of it is stored.' });
