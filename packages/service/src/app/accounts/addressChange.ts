/** What becomes of a new address that was confirmed: docs/spec/accounts.md#a-new-address. @module */
import { emailChangedMail } from '../mail/accountMails.ts';
import { ADDRESS_WAIT_MS } from '../ports/accounts/mailTokens.ts';
import type { Ports } from '../ports/ports.ts';
import { spentToken, usableMailToken } from './mailTokens.ts';

/** Whoever reads the present address stops every change that waits. @throws {AppError} INVALID_TOKEN, GONE */
export async function cancelAddressChange(
  deps: Pick<Ports, 'mailTokens' | 'oneTimeTokens' | 'clock'>,
  text: string,
): Promise<void> {
  const token = await usableMailToken(deps, text, ['cancel']);
  if (!(await deps.mailTokens.cancelChanges(token, deps.clock.now()))) throw spentToken();
}

/** At most so many at a time; the next run takes the rest. */
const CHANGES_MAX = 100;

/** Gives accounts the addresses whose waiting time is over. */
export const addressChangeJob =
  (deps: Pick<Ports, 'mailTokens' | 'users' | 'clock'>) =>
  async (isOver: () => boolean = () => false): Promise<void> => {
    const at = deps.clock.now();
    const askedBefore = new Date(at.getTime() - ADDRESS_WAIT_MS);
    for (const token of await deps.mailTokens.waitingChanges(askedBefore, CHANGES_MAX)) {
      if (isOver()) return;
      const before = await deps.users.find(token.userId);
      await deps.mailTokens.completeChange(token, at, before && emailChangedMail(before, token.email));
    }
  };
