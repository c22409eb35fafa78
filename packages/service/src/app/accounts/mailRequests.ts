/**
 * Mails that anybody may ask for by an address. Whoever asks gets the same answer after the same time: what is written before it is
 * one row, whether somebody has the address or not, and only a job looks whose it is (docs/spec/accounts.md#mailed-tokens).
 * @module
 */
import { resetPasswordMail } from '../mail/accountMails.ts';
import type { User } from '../ports/accounts/accounts.ts';
import type { IssuedMail, MailRequestPurpose } from '../ports/accounts/mailRequests.ts';
import type { Ports } from '../ports/ports.ts';
import { NO_ORIGIN } from '../ports/runtime/traces.ts';
import { resetPasswordLink } from './accountLinks.ts';
import { isEmail } from './email.ts';
import { makeMailToken, quietSince } from './mailTokens.ts';
import { verificationOf } from './verifyEmail.ts';

/** Once this resolves no crash loses the mail. What is no address has no account, and no row. */
export async function askForMail(
  { mailRequests, ids }: Pick<Ports, 'mailRequests' | 'ids'>,
  purpose: MailRequestPurpose,
  typed: string,
): Promise<void> {
  const email = typed.trim();
  if (isEmail(email)) await mailRequests.ask({ id: ids.uuid(), purpose, email });
}

type Deps = Pick<Ports, 'mailRequests' | 'users' | 'oneTimeTokens' | 'ids' | 'clock' | 'traces'>;

/** At most so many at a time; the next run takes the rest. */
const REQUESTS_MAX = 100;

/** @param base of this service, for links */
export const mailRequestJob = (deps: Deps, base: () => string) => async (): Promise<void> => {
  for (const { id, purpose, email, origin } of await deps.mailRequests.waiting(REQUESTS_MAX))
    await deps.traces.within(origin ?? NO_ORIGIN, async () => {
      const user = await deps.users.findByEmail(email);
      await deps.mailRequests.answer(id, user && issuedTo(deps, user, purpose, base()), quietSince(deps));
    });
};

function issuedTo(deps: Deps, user: User, purpose: MailRequestPurpose, base: string): IssuedMail | null {
  if (purpose === 'verify') return user.isVerified ? null : verificationOf(deps, user, base);
  const { token, text, validForMs } = makeMailToken(deps, user, 'reset', user.email);
  return { token, mail: { ...resetPasswordMail(user, resetPasswordLink(base, text)), validForMs } };
}
