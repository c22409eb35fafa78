/** Bodies of the routes of organizations, members and invitations. @module */
import { z } from 'zod';
import { PasswordAgain } from '../accounts/auth.ts';
import { EMAIL_CHARS_MAX, isEmail } from '../../../app/accounts/email.ts';
import { isSlug } from '../../../app/accounts/slug.ts';
import { boundedText, EXAMPLE_SHA256, Id, IdInput, pageOf, pageQuery, Timestamp } from '../common.ts';

const PLANS = ['free', 'pro', 'enterprise'] as const;
const ROLES = ['owner', 'admin', 'editor', 'verifier', 'viewer'] as const;
/** A century is beyond any duty to keep records: docs/spec/organizations.md#retention. */
const RETENTION_DAYS_MAX = 36_500;

const Name = boundedText(255, 1).meta({ example: 'Harbour Press' });
const Slug = z
  .string()
  .refine(isSlug, 'must be 3 to 63 lower-case letters, digits and hyphens, no hyphen at an end, and no reserved word')
  .meta({ minLength: 3, maxLength: 63, example: 'harbour-press' });
const Description = boundedText(2000).nullable();
/** Shown by browsers, never fetched by the service. */
const LogoUrl = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', 'must be an https:// address')
  .refine((text) => text.length <= 500, 'must have at most 500 characters')
  .meta({ maxLength: 500, format: 'uri', example: 'https://example.org/logo.svg' })
  .nullable();
const Plan = z.enum(PLANS).describe('With managed billing it counts only once it is confirmed, see `effective_plan`.');
const RoleField = z.enum(ROLES).meta({ example: 'editor' });

export const OrganizationParams = z.object({ organization_id: IdInput });
export const MemberParams = OrganizationParams.extend({ user_id: IdInput });
export const InvitationParams = OrganizationParams.extend({ invitation_id: IdInput });
export const ListQuery = z.object(pageQuery);

export const NewOrganizationBody = z
  .object({
    name: Name,
    slug: Slug.nullish().describe('Part of addresses. Made from the name if it is left out.'),
    plan: Plan.default('free'),
    description: Description.optional(),
    logo_url: LogoUrl.optional(),
  })
  .meta({ id: 'NewOrganization', description: 'An organization beside the personal one.' });

const OwnLimit = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .nullable()
  .describe('A limit of its own, which may lower what the plan allows; `null`: none.');

export const OrganizationPatchBody = z
  .object({
    name: Name,
    slug: Slug,
    description: Description.describe('`null` clears.'),
    logo_url: LogoUrl.describe('`null` clears.'),
    plan: Plan.describe('For owners alone.'),
    public_verification: z.boolean().describe('Whether anyone may verify against its pictures.'),
    public_asset_ids: z.boolean().describe('Whether strangers learn which of its pictures one matches.'),
    retention_days: z
      .int()
      .min(1)
      .max(RETENTION_DAYS_MAX)
      .nullable()
      .describe('After how many days verification logs are deleted; `null`: never.'),
    max_users: OwnLimit,
    max_assets: OwnLimit,
    max_verifications_per_day: OwnLimit,
  })
  .partial()
  .meta({ id: 'OrganizationPatch', description: 'What shall change.' });

export const OrganizationBody = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    logo_url: z.string().nullable(),
    owner_id: Id,
    plan: z.enum(PLANS),
    effective_plan: z.enum(PLANS).describe('The plan whose limits hold.'),
    role: z.enum(ROLES).describe('Yours.'),
    is_personal: z.boolean().describe('Made with the account; used when a request names no organization.'),
    max_users: z.int().nullable().describe('Members and open invitations; `null`: without bound.'),
    max_assets: z.int().nullable().describe('`null`: without bound.'),
    max_verifications_per_day: z.int().nullable().describe('`null`: without bound.'),
    public_verification: z.boolean(),
    public_asset_ids: z.boolean(),
    retention_days: z.int().nullable(),
    master_key_ref: z.string().describe('The key that signs now, see `/.well-known/jwks.json`.'),
    members_count: z.int(),
    assets_count: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'Organization', description: 'An organization, as one of its members sees it.' });

export const OrganizationPage = pageOf(OrganizationBody).meta({
  id: 'OrganizationPage',
  description: 'Organizations of the caller, the oldest first.',
});

export const DeleteConfirmation = z
  .object({
    confirm: z.string().max(255).describe('The slug of the organization. May be sent as the header `Confirm` instead.'),
    password: PasswordAgain,
  })
  .partial()
  .nullish()
  .meta({ id: 'DeleteConfirmation', description: 'That this organization is meant, and that you are its owner.' });
export const ConfirmHeader = z.object({ confirm: z.string().max(255).optional().describe('The slug.') });

export const MemberBody = z
  .object({
    id: Id,
    organization_id: Id,
    user_id: Id,
    email: z.string(),
    full_name: z.string().nullable(),
    role: z.enum(ROLES),
    invited_by: Id.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Member', description: 'A member of an organization.' });
export const MemberPage = pageOf(MemberBody).meta({ id: 'MemberPage', description: 'Members, the oldest first.' });
export const RoleBody = z.object({ role: RoleField }).meta({ id: 'MemberRole', description: 'The new role.' });
export const TransferBody = z
  .object({
    user_id: IdInput.describe('A member; becomes the owner. You become an admin.'),
    password: PasswordAgain,
  })
  .meta({ id: 'Transfer', description: 'To whom, and that you are its owner.' });

export const NewInvitationBody = z
  .object({
    email: z
      .string()
      .trim()
      .refine(isEmail, 'must be an e-mail address')
      .meta({ format: 'email', maxLength: EMAIL_CHARS_MAX, example: 'grace@example.org' }),
    role: RoleField.default('viewer'),
  })
  .meta({ id: 'NewInvitation', description: 'Whom, and as what.' });

export const InvitationBody = z
  .object({
    id: Id,
    organization_id: Id,
    email: z.string(),
    role: z.enum(ROLES),
    invited_by: Id.nullable(),
    expires_at: Timestamp,
    accepted_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Invitation', description: 'The link in the mail is its only secret and is not shown here.' });
export const InvitationPage = pageOf(InvitationBody).meta({
  id: 'InvitationPage',
  description: 'Invitations, the latest first.',
});
export const AcceptBody = z
  .object({ token: z.string().min(1).max(200).describe('`token` of the link in the mail.') })
  .meta({ id: 'AcceptInvitation', description: 'The secret of an invitation.' });

export const AuditEntryBody = z
  .object({
    id: Id,
    organization_id: Id,
    sequence: z.int().describe('1, 2, ... without gaps.'),
    actor_id: Id.nullable().describe('A user or an API key.'),
    actor_kind: z.enum(['user', 'api_key', 'system']),
    action: z.string().meta({ example: 'member.role_changed' }),
    target_kind: z.string().nullable(),
    target_id: Id.nullable(),
    details: z.record(z.string(), z.any()).nullable(),
    requester_ip: z.string().nullable(),
    request_id: z.string().nullable(),
    created_at: Timestamp,
    prev_hash: z.string().nullable().describe('`hash` of the entry before.').meta({ example: EXAMPLE_SHA256 }),
    hash: z
      .string()
      .describe('SHA-256 of the canonical JSON (RFC 8785) of all members but this one, with `"v":1`.')
      .meta({ example: EXAMPLE_SHA256 }),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what. Each entry holds the hash of the one before it.' });
export const AuditPage = pageOf(AuditEntryBody).meta({ id: 'AuditPage', description: 'Entries, the latest first.' });

export const AuditHeadBody = z
  .object({
    sequence: z.int().describe('Of the newest entry then.'),
    hash: z.string().describe('`hash` of that entry.').meta({ example: EXAMPLE_SHA256 }),
    is_last: z.boolean().describe('The organization was deleted with it.'),
    salt: z.string().describe('32 random bytes, base64. Keep it to yourself: it opens the entry to whoever has it.'),
    entry: z.string().describe('The entry of the transparency log, letter for letter.'),
    index: z
      .int()
      .min(0)
      .nullable()
      .describe('Its place there, for `/v1/transparency/inclusion`; null within seconds.'),
    created_at: Timestamp,
  })
  .meta({ id: 'AuditHead', description: 'What the transparency log holds of an audit log.' });
export const AuditHeadPage = pageOf(AuditHeadBody).meta({ id: 'AuditHeadPage', description: 'The latest first.' });

export const MasterKeyBody = z
  .object({
    kid: z.string().describe('As in `/.well-known/jwks.json`: its JWK thumbprint (RFC 7638).'),
    version: z.int(),
    master_key_ref: z.string(),
    algorithm: z.literal('Ed25519'),
    public_key: z.string().describe('32 bytes, base64.'),
    created_at: Timestamp,
    retired_at: Timestamp.nullable().describe('Since when it signs nothing new.'),
  })
  .meta({ id: 'MasterKey', description: 'Public half of a signing key of an organization.' });
export const MasterKeyPage = pageOf(MasterKeyBody).meta({ id: 'MasterKeyPage', description: 'The oldest first.' });

export const KeySetQuery = z.object({
  page: z.coerce.number().int().min(1).max(1e6).optional().describe('All keys if absent.'),
  page_size: z.coerce.number().int().min(1).max(1000).default(1000).describe('Keys of a page.'),
});

export const JwksBody = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
      }),
    ),
  })
  .meta({ id: 'Jwks', description: 'JSON Web Key Set (RFC 7517, RFC 8037).' });
