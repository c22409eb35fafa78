/** Everything that is kept of one person: to hand it over and to delete it (GDPR, articles 15, 17, 20). @module */
import type { Role } from './accounts.ts';
import type { Asset } from '../assets/assets.ts';
import type { AuditDraft } from './auditLog.ts';
import type { VerificationEntry } from '../verify/verifications.ts';

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

export interface AccountData {
  memberships(userId: string): Promise<readonly OwnMembership[]>;
  /** Assets that the user made, by id, after `afterId`. */
  assets(userId: string, afterId: string | null, limit: number): Promise<readonly Asset[]>;
  /** Verifications that the user asked for, by id, after `afterId`. */
  verifications(userId: string, afterId: string | null, limit: number): Promise<readonly VerificationEntry[]>;
  /**
   * Deletes the user, the organizations where nobody else is, and all that hangs on them; assets that the user made
   * elsewhere pass to the owner there. One transaction; nothing happens when blocked.
   * @param farewell entry for the audit log of each organization that goes on without the user; given the assets there
   *   that change hands
   */
  remove(userId: string, farewell: (assetsCount: number) => AuditDraft): Promise<Removal>;
}
