/** Forms and answers of the verification routes. @module */
import { ERROR_CODES } from '@assay/core/errors';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import { z } from 'zod';
import { thresholdQuery } from '../assets/similarity.ts';
import { EXAMPLE_SHA256, Id, IdInput, inOrder, moment, pageOf, pageQuery, Timestamp } from '../common.ts';
import { filePart, formBoolean } from '../form.ts';
import { trackFields } from '../assets/trackFields.ts';

export const VERDICTS = ['authentic', 'forged', 'unknown'] as const;
const Verdict = z.enum(VERDICTS).describe('`unknown` means that no registered original was found, never "fake".');
const unit = z.number().min(0).max(1);

export const VerifyFields = z.object({
  include_tamper_map: formBoolean(false, 'Answer `tamper_map` as well.'),
});
const store = formBoolean(
  false,
  'Keep the picture, of at most 16 MiB, and its maps for seven days, for your evidence.',
);
export const StoreFields = z.object({ store });
export const VerifyForm = VerifyFields.extend({
  file: filePart('JPEG, PNG, TIFF or WebP. It is not kept, unless `store` says so.'),
  store,
});

/** In one request: docs/spec/verification.md#batch. */
export const BATCH_FILES_MAX = 20;
export const BatchForm = VerifyFields.extend({
  files: z.array(filePart('A picture.')).meta({ description: `1 to ${BATCH_FILES_MAX} pictures, one part each.` }),
});

export const Region = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number(), score: unit });

const RESULT = z.object({
  verification_id: Id.nullable().describe('Null only for a picture of a batch that could not be judged.'),
  verified_at: Timestamp,
  verdict: Verdict,
  is_authentic: z.boolean().describe('The same as `verdict` = `authentic`.'),
  confidence: unit.describe('How sure the service is of this verdict. Exactly 1 for a stored file.'),
  details: z.string().describe('One or two sentences that name the evidence.'),
  rule: z
    .string()
    .nullable()
    .describe(
      'The rule that decided it: docs/reference/verdicts.md. Null for a picture of a batch that could not be judged.',
    ),
  watermark: z.object({
    ...trackFields('_detected', () => z.boolean()),
    payload: z.string().nullable().describe('Base64 of the 16 bytes of the asset id that the marks carry.'),
  }),
  fingerprint: z.object({
    similarity_score: unit.describe('Of the nearest registered picture; 0 if there is none.'),
    match_count: z.int().min(0),
    top_matches: z.array(z.object({ asset_id: Id, similarity: unit, distance: unit })).max(5),
  }),
  blockchain: z.object({
    commitment_found: z.boolean(),
    signature_valid: z.boolean(),
    on_chain: z.boolean(),
    tx_hash: z.string().nullable(),
  }),
  metadata: z.object({
    exif_intact: z.boolean().describe('True only if there is an original and its recorded EXIF is that of this file.'),
    modifications: z.array(z.looseObject({ type: z.string(), severity: z.enum(['low', 'medium', 'high']) })),
  }),
  content_credentials: z
    .object({
      present: z.boolean().describe('Your file holds a C2PA manifest store.'),
      validation_state: z
        .enum(['trusted', 'valid', 'invalid'])
        .nullable()
        .describe('`valid`: whole, but its signer is not on the trust list. Null without a manifest.'),
      binding_broken: z.boolean().describe('The bytes were changed after they were signed.'),
      codes: z.array(z.string()).describe('Failure codes of the C2PA specification.'),
      active_manifest: z.string().nullable(),
      signer: z
        .object({
          issuer: z.string().nullable(),
          common_name: z.string().nullable(),
          algorithm: z.string().nullable(),
          serial_number: z.string().nullable(),
        })
        .nullable(),
      certificates: z
        .array(
          z.object({
            common_name: z.string().nullable(),
            organization: z.string().nullable(),
            issuer: z.string().nullable(),
            valid_from: Timestamp,
            valid_to: Timestamp,
          }),
        )
        .describe('The chain that the signature brings, the signer first, whoever trusts it.'),
      assurance_level: z
        .literal([1, 2])
        .nullable()
        .describe("Of the C2PA conformance programme, as the signer's certificate has it; null: it names none."),
      signed_at: z.string().nullable(),
      time_proven: z.boolean().describe('A trusted time stamp proves `signed_at`.'),
      revocation: z
        .enum(['not_revoked', 'revoked', 'unknown'])
        .describe("What the file brings of its signer's certificate; nobody is asked."),
      remote_manifest: z.string().nullable().describe('Where your file says its manifest lies; it is never fetched.'),
      broken_ingredients: z
        .array(z.object({ title: z.string().nullable(), manifest: z.string().nullable(), codes: z.array(z.string()) }))
        .describe('Parts of the picture whose own manifest does not fit, with the failure codes; they decide nothing.'),
      identities: z
        .array(
          z.object({
            kind: z.string().nullable(),
            issuer: z.string().nullable(),
            common_name: z.string().nullable(),
            roles: z.array(z.string()),
            references: z.array(z.string()),
            validation_state: z.enum(['trusted', 'valid', 'invalid']).nullable(),
          }),
        )
        .describe(
          'Identity assertions (CAWG): who beside the signer vouches for parts of the manifest; they decide nothing.',
        ),
    })
    .describe('What the C2PA manifest of your file says.'),
  tamper_map: z
    .string()
    .nullable()
    .describe(
      'PNG in base64, the aspect of your picture, 8-bit grey: 0 the same, 255 a certain edit. Null where it was not asked for, ' +
        'and when a verification is read again that was not made with `store`.',
    ),
  tamper_source: z
    .enum(['comparison', 'mark_presence'])
    .nullable()
    .describe(
      'What `tamper_map` and `tamper_regions` were made from: a stored picture; or, where a mark names an asset of which no ' +
        'picture is at hand, the mark alone, as in `mark_presence`. Null where there is neither.',
    ),
  tamper_score: unit,
  tamper_regions: z.array(Region).describe('Changed regions in pixels of your picture, the largest first.'),
  mark_presence: z
    .object({
      tracks: z.array(z.enum(TRACK_IDS)).describe('Those whose mark was looked for.'),
      assessable_fraction: unit.describe(
        'Area fraction of your picture in which a missing mark would be seen; elsewhere nothing is told.',
      ),
      missing_fraction: unit.describe('Area fraction of your picture in which it is missing.'),
      regions: z.array(Region).describe('Where it is missing, in pixels of your picture, the strongest first.'),
      map: z
        .string()
        .nullable()
        .describe('PNG in base64, 8-bit grey: 128 to 255 where the mark is missing. With `include_tamper_map` alone.'),
    })
    .nullable()
    .describe(
      'Where the mark that was read is missing. Made from your picture alone, without the original: it is no comparison, and ' +
        'no verdict rests on it. Null if no mark was read, its place is not certain, or the file is a stored one.',
    ),
  mark_removal: z
    .object({
      asset_id: Id.describe('The registered asset whose mark is missing.'),
      honest_probability: unit.describe(
        'How often an honest copy that keeps as much detail holds nothing of its mark, as measured.',
      ),
      subtracted: z
        .boolean()
        .describe('The mark stands out with the wrong sign: more of it was taken away than there was.'),
    })
    .nullable()
    .describe(
      'Mark removed or destroyed: your picture matches a registered one that is marked, no mark is read, and honest copies of its ' +
        'quality keep theirs; or a copy of the unmarked original. Evidence for people, no verdict rests on it. For members alone.',
    ),
  evidence: z.array(
    z.object({
      kind: z.enum([
        'exact_file',
        'watermark',
        'fingerprint',
        'comparison',
        'ledger',
        'content_credentials',
        'metadata',
      ]),
      state: z.enum(['for', 'against', 'neutral', 'absent']),
      statement: z.string(),
      asset_id: Id.nullable(),
    }),
  ),
  asset_id: Id.nullable().describe('The registered asset that the verdict is about.'),
  revoked: z.boolean().describe('Its owner has withdrawn that asset.'),
  disputed: z.boolean().describe('Somebody says that the verdict is wrong, and nobody found it right.'),
  corrected_verdict: z
    .enum(VERDICTS)
    .nullable()
    .describe('What the operator found instead, when the verdict was disputed; null if it stands.'),
  source_image_hash: z.string().nullable().describe('SHA-256 of your file.').meta({ example: EXAMPLE_SHA256 }),
  processing_time_ms: z.int().min(0),
  model_version: z.string(),
});

export const PublicVerificationBody = RESULT.meta({
  id: 'PublicVerificationResult',
  description: 'A result as everyone with its link may see it.',
});

export const VerificationBody = RESULT.extend({
  recipient_copy: z
    .object({ id: Id, recipient: z.string() })
    .nullable()
    .describe('Whose copy it is. Null to everyone but members of the asset’s organization.'),
}).meta({ id: 'VerificationResult', description: 'What the service found. All keys are always there.' });

export const VerifyQuery = z.object({ threshold: thresholdQuery });

export const ReportBody = z
  .object({
    report_version: z.literal(1),
    generated_at: Timestamp,
    service: z.object({ name: z.literal('Assay'), version: z.string(), model_version: z.string() }),
    verification: VerificationBody,
    threshold: unit.describe('Similarity from which pictures counted as alike.'),
    fired_rules: z.array(z.string()).describe('Rules that fitted, the deciding one first; docs/reference/verdicts.md.'),
    statement: z.string().describe('What this report says and what it does not.'),
    digest: z
      .string()
      .describe('SHA-256 of the canonical JSON (RFC 8785) of all other members.')
      .meta({ example: EXAMPLE_SHA256 }),
  })
  .meta({ id: 'VerificationReport', description: 'A verification to keep or hand on.' });

export const BatchItemBody = VerificationBody.extend({
  index: z.int().min(0).describe('Position in your request.'),
  filename: z.string().nullable(),
  error: z
    .object({ error_code: z.enum(ERROR_CODES), detail: z.string() })
    .nullable()
    .describe('Why this picture could not be judged; null if it was.'),
}).meta({ id: 'BatchItem', description: 'One picture of a batch.' });

export const BatchBody = z
  .object({
    results: z.array(BatchItemBody).describe('In the order of your files.'),
    total: z.int().min(0),
    successful: z.int().min(0),
    failed: z.int().min(0),
    processing_time_ms: z.int().min(0),
  })
  .meta({ id: 'BatchResult', description: 'Several verifications.' });

export const HistoryQuery = z
  .object({
    ...pageQuery,
    verdict: z.enum(VERDICTS).optional(),
    start_date: moment(false, 'Earliest, a time or a day; inclusive.').optional(),
    end_date: moment(true, 'Latest, a time or a day; inclusive.').optional(),
    user_id: IdInput.optional().describe(
      'Only those of this person, signed in or by a key; with `scope=organization`.',
    ),
    api_key_id: IdInput.optional().describe('Only those made with this API key.'),
    scope: z
      .enum(['own', 'organization'])
      .default('own')
      .describe('`organization`: those of all members and API keys; for its administrators.'),
    organization_id: IdInput.optional().describe(
      'With `scope=organization`. Default: `X-Organization-Id`, else your own.',
    ),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('`csv`: all lines of the filter, up to 10,000, instead of one page.'),
  })
  .refine(...inOrder('start_date', 'end_date'))
  // One's own are one's own; a list that is empty for it would say that somebody checked nothing.
  .refine(({ scope, user_id }) => user_id === undefined || scope === 'organization', {
    path: ['user_id'],
    message: 'needs scope=organization',
  });

export const HistoryPage = pageOf(
  z
    .object({
      id: Id,
      verified_at: Timestamp,
      verdict: Verdict,
      confidence: unit,
      user_id: Id.nullable().describe('Who made it; null once the account is deleted.'),
      api_key_id: Id.nullable().describe('The key that it was made with, if any.'),
      asset_id: Id.nullable(),
      matched_asset: z
        .object({
          id: Id,
          title: z.string().nullable().describe('Null unless you are a member of its organization.'),
          original_filename: z.string().nullable().describe('As `title`; null as well if it was sent without a name.'),
          cid: z.string(),
          preview_url: z.url().nullable(),
        })
        .nullable(),
    })
    .meta({ id: 'HistoryItem', description: 'A verification that you made.' }),
).meta({ id: 'HistoryPage', description: 'Your verifications, the newest first.' });

export const DeferredVerificationBody = z
  .object({
    verification_id: Id,
    status: z.literal('pending'),
    created_at: Timestamp,
  })
  .meta({ id: 'DeferredVerification', description: 'Accepted; the result comes at `Location`.' });

/** Written by hand event by event, so the schema is a description only. */
export const VERIFICATION_EVENTS = {
  description: 'The stages, then the result.',
  content: {
    'text/event-stream': {
      schema: z.any().meta({
        type: 'string',
        example: 'event: stage\nid: 1\ndata: {"stage":"read","skipped":false}\n\n',
      }),
    },
  },
};

export const VerificationParams = z.object({ verification_id: IdInput });
