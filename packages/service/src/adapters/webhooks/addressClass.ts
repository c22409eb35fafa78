/** Whether an IP address belongs to the public internet. @module */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of IPv6, IANA hands out only 2000::/3 for global unicast (RFC 4291, 2.4; IANA IPv6 address space registry). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

export type AddressClass = 'public' | 'loopback' | 'blocked';

/**
 * Everything that is not plainly public is blocked, also forms that carry an IPv4 address inside an IPv6 one (mapped,
 * NAT64, 6to4, Teredo): which address they lead to depends on the network between.
 * @param address dotted IPv4 or IPv6 without brackets
 */
export function classifyAddress(address: string): AddressClass {
  // A zone (%eth0) names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return 'blocked';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'blocked';
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST) ? 'blocked' : 'public';
}
