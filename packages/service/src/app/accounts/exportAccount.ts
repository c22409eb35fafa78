/** Everything that is kept of one person, for them to take along (GDPR, articles 15 and 20). @module */
import type { LiveSession, User } from '../ports/accounts/accounts.ts';
import type { OwnMembership } from '../ports/accounts/accountData.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Identity } from '../ports/accounts/identities.ts';
import type { Ports } from '../ports/ports.ts';
import type { VerificationEntry } from '../ports/verify/verifications.ts';
import type { UserCaller } from './caller.ts';

export interface AccountExport {
  readonly user: User;
  readonly memberships: readonly OwnMembership[];
  readonly identities: readonly Identity[];
  readonly sessions: readonly LiveSession[];
  /** Read while it is written out, page by page. */
  readonly assets: AsyncIterable<Asset>;
  readonly verifications: AsyncIterable<VerificationEntry>;
}

/** Rows in memory at once. */
const PAGE = 200;

async function* pages<Row extends { readonly id: string }>(
  read: (afterId: string | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last, PAGE);
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? null;
  }
}

export async function exportAccount(
  deps: Pick<Ports, 'accountData' | 'identities' | 'sessions' | 'clock'>,
  { user }: UserCaller,
): Promise<AccountExport> {
  return {
    user,
    memberships: await deps.accountData.memberships(user.id),
    identities: await deps.identities.list(user.id),
    sessions: await deps.sessions.list(user.id, deps.clock.now()),
    assets: pages((afterId, limit) => deps.accountData.assets(user.id, afterId, limit)),
    verifications: pages((afterId, limit) => deps.accountData.verifications(user.id, afterId, limit)),
  };
}
