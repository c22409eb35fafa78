/** Everything that is kept of one person, for them to take along (GDPR, articles 15 and 20). @module */
import { organizationIdsOf } from '../actingOrganization.ts';
import type { LiveSession, User } from '../ports/accounts/accounts.ts';
import type { OwnMembership, OwnRows } from '../ports/accounts/accountData.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Identity } from '../ports/accounts/identities.ts';
import type { Ports } from '../ports/ports.ts';
import { toldEntries, type ToldEntry } from '../verify/pastVerifications.ts';
import type { ApiKey } from '../ports/accounts/apiKeys.ts';
import type { AuditEntry } from '../ports/accounts/auditLog.ts';
import type { ShareLink } from '../ports/assets/shareLinks.ts';
import type { Webhook } from '../ports/delivery/webhooks.ts';
import type { UserCaller } from './caller.ts';
import { type ExportedPicture, ownPictures } from './exportPictures.ts';
import { type Permissions, permissionsOf } from './permissionsOf.ts';

export interface AccountExport {
  readonly user: User;
  readonly memberships: readonly OwnMembership[];
  readonly identities: readonly Identity[];
  readonly sessions: readonly LiveSession[];
  /** Read while it is written out, page by page. */
  readonly assets: AsyncIterable<Asset>;
  readonly verifications: AsyncIterable<ToldEntry>;
  readonly apiKeys: AsyncIterable<ApiKey>;
  /** Those that the caller may still manage. */
  readonly webhooks: AsyncIterable<Webhook>;
  readonly shareLinks: AsyncIterable<ShareLink>;
  readonly auditEntries: AsyncIterable<AuditEntry>;
  readonly pictures: AsyncIterable<ExportedPicture>;
}

/** Rows in memory at once. */
const PAGE = 200;

async function* pages<Row extends { readonly id: string }>(read: OwnRows<Row>, userId: string): AsyncGenerator<Row> {
  let last: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(userId, last, PAGE);
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? null;
  }
}

async function* managed(webhooks: AsyncIterable<Webhook>, may: Permissions): AsyncGenerator<Webhook> {
  for await (const webhook of webhooks) if (await may(webhook.organizationId, 'webhook.manage')) yield webhook;
}

/** Those of organizations that the person left are theirs no more, whoever uploaded them: colleagues write into them since. */
async function* seen(assets: AsyncIterable<Asset>, may: Permissions): AsyncGenerator<Asset> {
  for await (const asset of assets) if (await may(asset.organizationId, 'asset.see')) yield asset;
}

export async function exportAccount(
  deps: Pick<Ports, 'accountData' | 'identities' | 'memberships' | 'sessions' | 'files' | 'clock'>,
  caller: UserCaller,
): Promise<AccountExport> {
  const { user } = caller;
  const { accountData } = deps;
  const may = permissionsOf(deps, caller);
  const verifications = pages(accountData.verifications, user.id);
  return {
    user,
    memberships: await accountData.memberships(user.id),
    identities: await deps.identities.list(user.id),
    sessions: await deps.sessions.list(user.id, deps.clock.now()),
    assets: seen(pages(accountData.assets, user.id), may),
    verifications: toldEntries(deps, await organizationIdsOf(deps, caller), verifications),
    apiKeys: pages(accountData.apiKeys, user.id),
    webhooks: managed(pages(accountData.webhooks, user.id), may),
    shareLinks: pages(accountData.shareLinks, user.id),
    auditEntries: pages(accountData.auditEntries, user.id),
    pictures: ownPictures(deps, pages(accountData.assets, user.id), may),
  };
}
