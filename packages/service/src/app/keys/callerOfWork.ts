/** Whoever asked for work that is done later, by a process that the request never reached. @module */
import type { Caller } from '../accounts/caller.ts';
import type { Ports } from '../ports/ports.ts';
import { keyTrouble, makerOfKey } from './usableKey.ts';

export interface AskedBy {
  /** Names the work. */
  readonly id: string;
  readonly userId: string;
  /** Null: a signed-in person. */
  readonly apiKeyId: string | null;
}

/** With the rights of now. @returns a sentence: there is nobody any more for whom it could be done */
export async function callerOfWork(
  deps: Pick<Ports, 'users' | 'apiKeys' | 'memberships' | 'clock'>,
  { id, userId, apiKeyId }: AskedBy,
): Promise<Caller | string> {
  if (apiKeyId === null) {
    const user = await deps.users.find(userId);
    return user ? { kind: 'user', user, sessionId: id } : 'The account that asked for it is not there any more.';
  }
  const key = await deps.apiKeys.find(apiKeyId);
  if (!key) return 'The API key that asked for it is not there any more.';
  const trouble = keyTrouble(key, deps.clock.now());
  if (trouble !== null) return trouble;
  const user = await makerOfKey(deps, key);
  return user
    ? { kind: 'key', user, key }
    : 'Who made the API key that asked for it is no member of its organization any more.';
}
