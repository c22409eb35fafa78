/** Whose requests, verifications and wrong passwords are counted together. @module */
import type { Caller } from '../accounts/caller.ts';
import type { Ports } from '../ports/ports.ts';

/** Whose work takes turns with that of others, and whose bodies share room: keys and sessions of one person together, since anybody can make many. */
export const tenantOf = (deps: Pick<Ports, 'addressRules'>, caller: Caller | null, ip: string): string =>
  caller ? `user:${caller.user.id}` : principalOf(deps, caller, ip);

/** The API key, else the user, else the network of the address. */
export function principalOf({ addressRules }: Pick<Ports, 'addressRules'>, caller: Caller | null, ip: string): string {
  if (!caller) return `ip:${addressRules.networkOf(ip)}`;
  return caller.kind === 'key' ? `key:${caller.key.id}` : `user:${caller.user.id}`;
}
