/** Changes of one organization, one after the other. @module */
import { AppError } from '@assay/core/errors';
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type {
  OrganizationChange,
  OrganizationCommand,
  OrganizationRecord,
  OrganizationState,
} from '../../../app/ports/accounts/organizations.ts';
import { apiKeyOf } from '../accounts/apiKeys.ts';
import { closeAuditLog } from './auditHeads.ts';
import { appendAudit } from './auditLog.ts';
import type { Queries } from '../connection/database.ts';
import { type FoundingSettings, slugTaken } from './foundOrganization.ts';
import { insertMails } from '../mail/mailRows.ts';
import { mintMasterKey } from '../keys/masterKey.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { ensureQuotaRow } from '../quotas/quota.ts';
import { apiKeys } from '../schema/access.ts';
import { users } from '../schema/accounts.ts';
import { assets } from '../schema/assets.ts';
import { invitations, organizationKeys, organizationMembers, organizations } from '../schema/organizations.ts';
import { storableText } from '../connection/storable.ts';

export async function changeOrganization<Result>(
  transaction: Queries,
  settings: FoundingSettings,
  id: string,
  decide: (state: OrganizationState) => OrganizationChange<Result>,
): Promise<Result> {
  const state = await lockedState(transaction, id);
  const { commands, audit, events, mail, result } = decide(state);
  for (const command of commands) await carryOut(transaction, settings, state.organization, command);
  if (commands.some((command) => command.do === 'remove')) return result;
  await appendAudit(transaction, id, audit);
  await insertEvents(transaction, events);
  await insertMails(transaction, settings, mail);
  return result;
}

async function lockedState(transaction: Queries, id: string): Promise<OrganizationState> {
  const [organization] = await transaction.select().from(organizations).where(eq(organizations.id, id)).for('update');
  if (!organization) throw new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.');
  const [counted] = await transaction.select({ total: count() }).from(assets).where(eq(assets.organizationId, id));
  return {
    organization,
    assetsCount: counted?.total ?? 0,
    members: await transaction
      .select()
      .from(organizationMembers)
      .where(eq(organizationMembers.organizationId, id))
      .orderBy(asc(organizationMembers.createdAt), asc(organizationMembers.id)),
    invitations: await transaction
      .select()
      .from(invitations)
      .where(and(eq(invitations.organizationId, id), isNull(invitations.acceptedAt), isNull(invitations.revokedAt))),
    keys: (
      await transaction
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.organizationId, id), isNull(apiKeys.revokedAt)))
    ).map(apiKeyOf),
  };
}

async function carryOut(
  transaction: Queries,
  settings: FoundingSettings,
  organization: OrganizationRecord,
  command: OrganizationCommand,
): Promise<void> {
  const { id } = organization;
  switch (command.do) {
    case 'edit':
      return edit(transaction, settings, organization, command);
    case 'remove':
      await closeAuditLog(transaction, settings, id);
      await transaction.delete(organizations).where(eq(organizations.id, id));
      return;
    case 'addMember':
      await transaction.insert(organizationMembers).values(command.member);
      return;
    case 'setRole':
      await transaction.update(organizationMembers).set({ role: command.role }).where(memberIs(id, command.userId));
      return;
    case 'removeMember':
      await transaction.delete(organizationMembers).where(memberIs(id, command.userId));
      return;
    case 'addInvitation':
      await transaction.insert(invitations).values(command.invitation);
      return;
    case 'endInvitation': {
      const ended = command.as === 'accepted' ? { acceptedAt: command.at } : { revokedAt: command.at };
      await transaction
        .update(invitations)
        .set(ended)
        .where(and(eq(invitations.id, command.id), eq(invitations.organizationId, id)));
      return;
    }
    case 'addMasterKey':
      return addMasterKey(transaction, settings, id, command);
    case 'addKey':
      await transaction
        .insert(apiKeys)
        .values({ ...command.key, scopes: [...command.key.scopes], name: storableText(command.key.name) });
      return;
    case 'editKey': {
      const { scopes, ...fields } = command.fields;
      await transaction
        .update(apiKeys)
        .set({ ...fields, ...(scopes ? { scopes: [...scopes] } : {}) })
        .where(and(eq(apiKeys.id, command.id), eq(apiKeys.organizationId, id)));
    }
  }
}

const memberIs = (organizationId: string, userId: string) =>
  and(eq(organizationMembers.organizationId, organizationId), eq(organizationMembers.userId, userId));

async function edit(
  transaction: Queries,
  settings: FoundingSettings,
  { id, slug, effectivePlan, isPersonal, ownerId }: OrganizationRecord,
  { fields, at }: Extract<OrganizationCommand, { do: 'edit' }>,
): Promise<void> {
  if (fields.slug !== undefined && fields.slug !== slug) {
    const [taken] = await transaction
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.slug, fields.slug));
    if (taken) throw slugTaken();
  }
  await transaction
    .update(organizations)
    .set({
      ...fields,
      ...(fields.name === undefined ? {} : { name: storableText(fields.name) }),
      ...(fields.description === undefined ? {} : { description: storableText(fields.description) }),
      updatedAt: at,
    })
    .where(eq(organizations.id, id));
  if (fields.effectivePlan === undefined || fields.effectivePlan === effectivePlan) return;
  // The row of the running month takes the limits of the new plan.
  await ensureQuotaRow(transaction, settings, id, at);
  // A personal organization mirrors the tier of its owner: both are the same person's allowance.
  if (isPersonal)
    await transaction.update(users).set({ tier: fields.effectivePlan, updatedAt: at }).where(eq(users.id, ownerId));
}

async function addMasterKey(
  transaction: Queries,
  settings: FoundingSettings,
  id: string,
  { version, at }: Extract<OrganizationCommand, { do: 'addMasterKey' }>,
): Promise<void> {
  await transaction
    .update(organizationKeys)
    .set({ retiredAt: at })
    .where(and(eq(organizationKeys.organizationId, id), isNull(organizationKeys.retiredAt)));
  await transaction.insert(organizationKeys).values({
    id: settings.ids.uuid(),
    organizationId: id,
    version,
    ...mintMasterKey(settings.keyEncryptionKey, id, version),
    createdAt: at,
  });
  await transaction
    .update(organizations)
    .set({ masterKeyRef: `local:${id}/${version}`, updatedAt: at })
    .where(eq(organizations.id, id));
}
