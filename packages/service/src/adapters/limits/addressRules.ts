/** Networks that addresses belong to, by ipaddr.js. @module */
import ipaddr from 'ipaddr.js';
import type { AddressRules } from '../../app/ports/runtime/runtime.ts';

/** 64 bits, 16 a part. */
const IPV6_NETWORK_PARTS = 4;

export const addressRules: AddressRules = {
  networkOf(ip) {
    if (!ipaddr.IPv6.isValid(ip)) return ip;
    const parsed = ipaddr.IPv6.parse(ip);
    if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
    const network = parsed.parts.map((part, i) => (i < IPV6_NETWORK_PARTS ? part : 0));
    return `${new ipaddr.IPv6(network).toString()}/64`;
  },
};
