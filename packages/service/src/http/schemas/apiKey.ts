/** Bodies of the routes of API keys. @module */
import { z } from 'zod';
import { SCOPE_ALIASES, SCOPES } from '../../app/scopes.ts';
import { boundedText, EXAMPLE_ID, EXAMPLE_TIME, Id, IdInput, pageOf, pageQuery, Timestamp } from './common.ts';

const WORDS = [...SCOPES, ...(Object.keys(SCOPE_ALIASES) as (keyof typeof SCOPE_ALIASES)[])] as const;
/** Of one organization. */
const EXPIRES_IN_DAYS_MAX = 3650;
/** More than any limit of the service; a key's own limit can only lower those. */
const RATE_MAX = 1_000_000_000;

const Name = boundedText(255, 1).meta({ example: 'Nightly import' });
const ScopesInput = z
  .array(z.enum(WORDS))
  .max(50)
  .describe('`upload` means `write`, `admin` means `*`. None means `read` and `verify`.')
  .meta({ example: ['read', 'write'] });
const Rate = z.int().min(1).max(RATE_MAX).nullable().describe('Lowers the limit of the service; `null`: that limit.');
const ScopesShown = z.array(z.enum(SCOPES)).meta({ example: ['read', 'write'] });

export const KeyParams = z.object({ key_id: IdInput });
export const KeyListQuery = z.object({
  ...pageQuery,
  organization_id: IdInput.optional().describe('Instead of the header `X-Organization-Id`.'),
});

export const NewKeyBody = z
  .object({
    name: Name,
    scopes: ScopesInput.nullish(),
    expires_in_days: z.int().min(1).max(EXPIRES_IN_DAYS_MAX).nullish().describe('Left out: never.'),
    rate_limit_per_hour: Rate.optional(),
    rate_limit_per_day: Rate.optional(),
    organization_id: IdInput.nullish().describe('Where it acts. Left out: `X-Organization-Id`, else the personal one.'),
  })
  .meta({ id: 'NewApiKey', description: 'A key for a program.' });

export const KeyPatchBody = z
  .object({
    name: Name,
    scopes: ScopesInput,
    is_active: z.boolean().describe('`false` switches it off for a while.'),
    rate_limit_per_hour: Rate,
    rate_limit_per_day: Rate,
  })
  .partial()
  .meta({ id: 'ApiKeyPatch', description: 'What shall change.' });

export const ApiKeyBody = z
  .object({
    id: Id,
    organization_id: Id,
    user_id: Id.describe('Who made it; it never may more than this member.'),
    key: z.string().describe('Its beginning and its last four characters; the key itself is not kept.'),
    name: z.string(),
    scopes: ScopesShown,
    rate_limit_per_hour: z.int().nullable(),
    rate_limit_per_day: z.int().nullable(),
    is_active: z.boolean(),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().describe('To the minute.'),
    revoked_at: Timestamp.nullable(),
    rotated_to_id: Id.nullable().describe('The key that took its place.'),
    created_at: Timestamp,
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' });

export const MadeKeyBody = ApiKeyBody.extend({
  key: z
    .string()
    .describe('The key. It is shown this once.')
    .meta({ example: 'assay_pk_3v9Zk0bQfX1mR7sT2yLw8cHd5eJgNaPu4iKoMx' }),
}).meta({ id: 'MadeApiKey', description: 'A new API key with its secret.' });

export const ApiKeyPage = pageOf(ApiKeyBody).meta({ id: 'ApiKeyPage', description: 'API keys, the latest first.' });

export const ValidKeyBody = z
  .object({
    valid: z.literal(true),
    scopes: ScopesShown,
    key_id: Id,
    organization_id: Id,
    name: z.string(),
    is_active: z.boolean(),
    expires_at: Timestamp.nullable(),
    rate_limit: z.object({ per_hour: z.int(), per_day: z.int() }),
  })
  .meta({
    id: 'ValidApiKey',
    description: 'What the key may do. A bad key is answered 401.',
    example: {
      valid: true,
      scopes: ['read', 'verify'],
      key_id: EXAMPLE_ID,
      organization_id: EXAMPLE_ID,
      name: 'Nightly import',
      is_active: true,
      expires_at: EXAMPLE_TIME,
      rate_limit: { per_hour: 1000, per_day: 10000 },
    },
  });
