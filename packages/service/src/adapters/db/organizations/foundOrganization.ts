/** A new organization with all that belongs to it from the first moment. @module */
import { AppError } from '@assay/core/errors';
import { sql } from 'drizzle-orm';
import type { Organization } from '../../../app/ports/accounts/accounts.ts';
import type { Member, NewOrganization, OrganizationRecord } from '../../../app/ports/accounts/organizations.ts';
import type { Queries } from '../connection/database.ts';
import { mintMasterKey } from '../keys/masterKey.ts';
import { ensureQuotaRow, type QuotaSettings } from '../quotas/quota.ts';
import { organizationKeys, organizationMembers, organizations } from '../schema/organizations.ts';
import { storableText } from '../connection/storable.ts';

export interface FoundingSettings extends QuotaSettings {
  /** 32 secret bytes that seal the organizations' private keys. */
  readonly keyEncryptionKey: Uint8Array;
}

type Draft = Omit<Organization, 'slug'> & Partial<Omit<OrganizationRecord, 'slug' | 'updatedAt'>>;

/** Organization, its owner, its first master key, the quota of the month. @throws {AppError} SLUG_ALREADY_EXISTS */
export async function foundOrganization(
  transaction: Queries,
  settings: FoundingSettings,
  organization: Draft,
  slug: NewOrganization['slug'],
  owner: Member,
): Promise<void> {
  await insertOrganization(transaction, organization, slug);
  await transaction.insert(organizationMembers).values(owner);
  await transaction.insert(organizationKeys).values({
    id: settings.ids.uuid(),
    organizationId: organization.id,
    version: 1,
    ...mintMasterKey(settings.keyEncryptionKey, organization.id, 1),
    createdAt: organization.createdAt,
  });
  await ensureQuotaRow(transaction, settings, organization.id, organization.createdAt);
}

export const slugTaken = (): AppError =>
  new AppError('SLUG_ALREADY_EXISTS', 'Another organization has this slug. Choose another one.');

/**
 * Under the requested slug, or with the number after the highest that is taken. Another registration may take the same one
 * meanwhile: then PostgreSQL lets this statement wait for it, reports the conflict, and the next number is tried.
 */
async function insertOrganization(transaction: Queries, draft: Draft, wanted: NewOrganization['slug']): Promise<void> {
  const row = { ...draft, name: storableText(draft.name), description: storableText(draft.description ?? null) };
  const insert = async (slug: string): Promise<boolean> => {
    const inserted = await transaction
      .insert(organizations)
      .values({ ...row, slug })
      .onConflictDoNothing({ target: organizations.slug })
      .returning({ id: organizations.id });
    return inserted.length > 0;
  };
  if ('requested' in wanted) {
    if (!(await insert(wanted.requested))) throw slugTaken();
    return;
  }
  const { base } = wanted;
  if (await insert(base)) return;
  // Up to nine digits: more are somebody's own choice of a name, and would not fit an integer.
  const [highest] = await transaction
    .select({ number: sql<number | null>`max(substring(${organizations.slug} from '-([0-9]{1,9})$')::integer)` })
    .from(organizations)
    .where(sql`${organizations.slug} ~ ${`^${base}-[0-9]{1,9}$`}`);
  for (let number = (highest?.number ?? 1) + 1; !(await insert(`${base}-${number}`)); number++);
}
