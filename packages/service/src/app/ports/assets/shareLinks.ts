/** Public links to an asset or to a verification. @module */
import type { NewTrace } from './provenance.ts';

/** What a link shows: exactly one of the two. */
export type Shared =
  | { readonly assetId: string; readonly verificationId: null }
  | { readonly assetId: null; readonly verificationId: string };

export type ShareLink = Shared & {
  readonly id: string;
  readonly organizationId: string;
  readonly createdBy: string | null;
  /** Null: until it is revoked. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
};

export interface ShareLinks {
  /** @param tokenHash the token itself is not kept. @param trace of a shared asset */
  add(link: ShareLink, tokenHash: string, trace: NewTrace | null): Promise<void>;
  findByToken(tokenHash: string): Promise<ShareLink | null>;
  /** All of one asset or of one verification, the newest first, revoked ones too. */
  list(shared: Shared): Promise<readonly ShareLink[]>;
  /** False if this target has no such link. Once revoked it stays as it is. */
  revoke(shared: Shared, id: string, at: Date, trace: NewTrace | null): Promise<boolean>;
  /** Deletes at most `limit` links to assets that were revoked or too old by then; how many. The history of the asset tells of each. */
  forgetEnded(before: Date, limit: number): Promise<number>;
}
