/** Organizations and what belongs to them as JSON. @module */
import { auditHeadEntry } from '@assay/core/transparency/auditHead';
import type { z } from 'zod';
import { limitsOf } from '../../app/organizations/planLimits.ts';
import type { OwnOrganization } from '../../app/organizations/browseOrganizations.ts';
import { type AuditEntry, auditRecord, type PlacedAuditHead } from '../../app/ports/accounts/auditLog.ts';
import type { Plans } from '../../app/ports/accounts/planLimits.ts';
import type { Invitation, MasterKey, NamedMember } from '../../app/ports/accounts/organizations.ts';
import type {
  AuditEntryBody,
  AuditHeadBody,
  InvitationBody,
  JwksBody,
  MasterKeyBody,
  MemberBody,
  OrganizationBody,
} from '../schemas/organizations/organization.ts';

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const limitsView = (organization: OwnOrganization['organization'], plans: Plans) => {
  const { maxUsers, maxAssets, maxVerificationsPerDay } = limitsOf(organization, plans);
  return { max_users: maxUsers, max_assets: maxAssets, max_verifications_per_day: maxVerificationsPerDay };
};

export const organizationView = (
  { organization, role, membersCount, assetsCount }: OwnOrganization,
  plans: Plans,
): z.output<typeof OrganizationBody> => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  description: organization.description,
  logo_url: organization.logoUrl,
  owner_id: organization.ownerId,
  plan: organization.plan,
  effective_plan: organization.effectivePlan,
  role,
  is_personal: organization.isPersonal,
  ...limitsView(organization, plans),
  public_verification: organization.publicVerification,
  public_asset_ids: organization.publicAssetIds,
  retention_days: organization.retentionDays,
  master_key_ref: organization.masterKeyRef,
  members_count: membersCount,
  assets_count: assetsCount,
  created_at: organization.createdAt.toISOString(),
  updated_at: timeOf(organization.updatedAt),
});

export const memberView = (member: NamedMember): z.output<typeof MemberBody> => ({
  id: member.id,
  organization_id: member.organizationId,
  user_id: member.userId,
  email: member.email,
  full_name: member.fullName,
  role: member.role,
  invited_by: member.invitedBy,
  created_at: member.createdAt.toISOString(),
});

export const invitationView = (invitation: Invitation): z.output<typeof InvitationBody> => ({
  id: invitation.id,
  organization_id: invitation.organizationId,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  expires_at: invitation.expiresAt.toISOString(),
  accepted_at: timeOf(invitation.acceptedAt),
  revoked_at: timeOf(invitation.revokedAt),
  created_at: invitation.createdAt.toISOString(),
});

export const auditEntryView = (entry: AuditEntry): z.output<typeof AuditEntryBody> => auditRecord(entry);

export const auditHeadView = (head: PlacedAuditHead): z.output<typeof AuditHeadBody> => ({
  sequence: head.sequence,
  hash: head.hash,
  is_last: head.isLast,
  salt: Buffer.from(head.salt).toString('base64'),
  entry: Buffer.from(auditHeadEntry(head)).toString('utf8'),
  index: head.index,
  created_at: head.createdAt.toISOString(),
});

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** @param kid of the key, see `keyIds` */
export const masterKeyView = (key: MasterKey, kid: string): z.output<typeof MasterKeyBody> => ({
  kid,
  version: key.version,
  master_key_ref: `local:${key.organizationId}/${key.version}`,
  algorithm: 'Ed25519',
  public_key: Buffer.from(key.publicKey).toString('base64'),
  created_at: key.createdAt.toISOString(),
  retired_at: timeOf(key.retiredAt),
});

/** RFC 8037, 2. */
export const jwkView = (key: MasterKey, kid: string): z.output<typeof JwksBody>['keys'][number] => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: base64url(key.publicKey),
  kid,
  use: 'sig',
  alg: 'EdDSA',
});
