/** Everything that is kept of one person: to hand it over and to delete it (GDPR, articles 15, 17, 20). @module */
import type { Role } from './accounts.ts';
import type { ApiKey } from './apiKeys.ts';
import type { Asset } from '../assets/assets.ts';
import type { ShareLink } from '../assets/shareLinks.ts';
import type { AuditDraft, AuditEntry } from './auditLog.ts';
import type { Mail } from '../delivery/mail.ts';
import type { Webhook } from '../delivery/webhooks.ts';
import type { LoggedVerification } from '../verify/verifications.ts';

export interface OwnMembership {
  readonly organizationId: string;
  readonly name: string;
  readonly slug: string;
  readonly plan: string;
  readonly isPersonal: boolean;
  readonly role: Role;
  readonly joinedAt: Date;
}

export type Removal =
  /** Ids of assets whose files are without a row now. */
  | { readonly state: 'removed'; readonly assetIds: readonly string[] }
  /** Organizations of the user that have other members, who would lose them: they block the deletion. */
  | { readonly state: 'blocked'; readonly organizations: readonly { readonly id: string; readonly name: string }[] };

/** Rows of one person by their ids, after `afterId`. */
export type OwnRows<Row extends { readonly id: string }> = (
  userId: string,
  afterId: string | null,
  limit: number,
) => Promise<readonly Row[]>;

export interface AccountData {
  memberships(userId: string): Promise<readonly OwnMembership[]>;
  /** That the user made, wherever they are now. */
  readonly assets: OwnRows<Asset>;
  /** That the user asked for. */
  readonly verifications: OwnRows<LoggedVerification>;
  readonly apiKeys: OwnRows<ApiKey>;
  /** That the user made, also in organizations that he has left. */
  readonly webhooks: OwnRows<Webhook>;
  readonly shareLinks: OwnRows<ShareLink>;
  /** Of what the user did, signed in or by a key that is still there. */
  readonly auditEntries: OwnRows<AuditEntry>;
  /**
   * Deletes the user, the organizations where nobody else is, and all that hangs on them; assets that the user made
   * elsewhere pass to the owner there. One transaction; nothing happens when blocked.
   * @param farewell entry for the audit log of each organization that goes on without the user; given the assets there
   *   that change hands
   */
  remove(userId: string, farewell: (assetsCount: number) => AuditDraft, mail: Mail): Promise<Removal>;
}
