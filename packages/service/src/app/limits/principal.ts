/** Whose requests, verifications and wrong passwords are counted together. @module */
import ipaddr from 'ipaddr.js';
import type { Caller } from '../accounts/caller.ts';

/** Whose IPv6 address it is cannot be told below the first 64 bits (RFC 6177): they count as one. */
const IPV6_PREFIX_PARTS = 4;

/** An address as limits count it: IPv4 as it is, also when mapped into IPv6; of IPv6 the /64. */
export function addressOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  const parsed = ipaddr.IPv6.parse(ip);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.map((part, i) => (i < IPV6_PREFIX_PARTS ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}

/** The API key, else the user, else the address. */
export function principalOf(caller: Caller | null, ip: string): string {
  if (!caller) return `ip:${addressOf(ip)}`;
  return caller.kind === 'key' ? `key:${caller.key.id}` : `user:${caller.user.id}`;
}
