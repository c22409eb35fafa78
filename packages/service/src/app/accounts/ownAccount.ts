/** The caller's own account and its personal organization. @module */
import type { User } from '../ports/accounts/accounts.ts';
import type { Ports } from '../ports/ports.ts';

export interface OwnAccount {
  readonly user: User;
  readonly organizationId: string;
}

export async function ownAccount({ memberships }: Pick<Ports, 'memberships'>, user: User): Promise<OwnAccount> {
  const { organization } = await memberships.personal(user.id);
  return { user, organizationId: organization.id };
}
