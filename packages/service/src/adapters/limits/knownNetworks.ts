/** Networks from which the person of an account has set a new password: docs/spec/accounts.md#wrong-passwords. @module */
import type { KnownNetworks } from '../../app/ports/runtime/rateLimiter.ts';
import type { MakeCounter } from './counters.ts';

/** Nearly as long as a session without use: the longest time of whole days that a counter in memory can be kept. */
const KNOWN_S = 24 * 24 * 60 * 60;

export function createKnownNetworks(makeCounter: MakeCounter): KnownNetworks {
  const known = makeCounter('knownNetworks', KNOWN_S);
  const keyOf = (account: string, network: string): string => `${account} from ${network}`;
  return {
    async add(account, network) {
      await known.set(keyOf(account, network), 1, KNOWN_S);
    },
    has: async (account, network) => ((await known.get(keyOf(account, network)))?.consumedPoints ?? 0) > 0,
  };
}
