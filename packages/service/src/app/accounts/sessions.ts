/** The sessions of one person. @module */
import { AppError } from '@assay/core/errors';
import type { Trace } from '../audit.ts';
import type { LiveSession } from '../ports/accounts/accounts.ts';
import type { Ports } from '../ports/ports.ts';
import type { UserCaller } from './caller.ts';
import { sessionsEndedMail } from '../mail/accountMails.ts';
import { credentialEnd, credentialEndByOperator } from './password/endCredentials.ts';

export const listSessions = (
  deps: Pick<Ports, 'sessions' | 'clock'>,
  { user }: UserCaller,
): Promise<readonly LiveSession[]> => deps.sessions.list(user.id, deps.clock.now());

/** @throws {AppError} SESSION_NOT_FOUND: there is none, it has ended, or it is somebody else's */
export async function endSession(
  deps: Pick<Ports, 'sessions' | 'clock'>,
  { user }: UserCaller,
  id: string,
): Promise<void> {
  const session = await deps.sessions.find(id);
  if (session?.userId !== user.id || !(await deps.sessions.revoke(id, deps.clock.now())))
    throw new AppError('SESSION_NOT_FOUND', 'There is no such session.');
}

/** Everywhere, here as well; links in mails and, unless asked, API keys end with them. */
export async function endAllSessions(
  deps: Pick<Ports, 'sessions' | 'clock' | 'ids'>,
  { user }: UserCaller,
  trace: Trace,
  keepApiKeys: boolean,
): Promise<void> {
  const end = credentialEnd(deps, user, trace, { keptSessionId: null, keepApiKeys, mail: null });
  await deps.sessions.revokeAll(user.id, deps.clock.now(), end);
}

export interface SessionsEnded {
  readonly userId: string;
  readonly sessions: number;
  readonly apiKeys: number;
}

/**
 * The same by the operator, for an account that somebody else uses. The person is told by mail.
 * @throws {AppError} NOT_FOUND: no account has this address
 */
export async function endSessionsOf(
  deps: Pick<Ports, 'users' | 'sessions' | 'clock' | 'ids'>,
  email: string,
  keepApiKeys: boolean,
): Promise<SessionsEnded> {
  const user = await deps.users.findByEmail(email);
  if (!user) throw new AppError('NOT_FOUND', `There is no account with the address "${email}".`);
  let apiKeys = 0;
  const end = credentialEndByOperator(deps, { mail: sessionsEndedMail(user), keepApiKeys }, () => apiKeys++);
  const sessions = await deps.sessions.revokeAll(user.id, deps.clock.now(), end);
  return { userId: user.id, sessions, apiKeys };
}
