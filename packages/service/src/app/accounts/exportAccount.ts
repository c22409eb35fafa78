/** Everything that is kept of one person, for them to take along (GDPR, articles 15 and 20). @module */
import { organizationIdsOf } from '../actingOrganization.ts';
import type { LiveSession, User } from '../ports/accounts/accounts.ts';
import type { OwnMembership } from '../ports/accounts/accountData.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Identity } from '../ports/accounts/identities.ts';
import type { Ports } from '../ports/ports.ts';
import { toldEntries, type ToldEntry } from '../verify/pastVerifications.ts';
import type { UserCaller } from './caller.ts';

export interface AccountExport {
  readonly user: User;
  readonly memberships: readonly OwnMembership[];
  readonly identities: readonly Identity[];
  readonly sessions: readonly LiveSession[];
  /** Read while it is written out, page by page. */
  readonly assets: AsyncIterable<Asset>;
  readonly verifications: AsyncIterable<ToldEntry>;
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
  deps: Pick<Ports, 'accountData' | 'identities' | 'memberships' | 'sessions' | 'clock'>,
  caller: UserCaller,
): Promise<AccountExport> {
  const { user } = caller;
  return {
    user,
    memberships: await deps.accountData.memberships(user.id),
    identities: await deps.identities.list(user.id),
    sessions: await deps.sessions.list(user.id, deps.clock.now()),
    assets: pages((afterId, limit) => deps.accountData.assets(user.id, afterId, limit)),
    verifications: toldEntries(
      deps,
      await organizationIdsOf(deps, caller),
      pages((afterId, limit) => deps.accountData.verifications(user.id, afterId, limit)),
    ),
  };
}
