/** The sessions of one person. @module */
import { AppError } from '@assay/core/errors';
import type { Trace } from '../audit.ts';
import type { LiveSession } from '../ports/accounts/accounts.ts';
import type { Ports } from '../ports/ports.ts';
import type { UserCaller } from './caller.ts';
import { credentialEnd } from './password/endCredentials.ts';

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
