/** The one cookie of the service: an attempt to sign in through another service. RFC 6265bis, 4.1.3 (prefixes). @module */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** With this prefix a browser takes it only over TLS, for this host alone; on plain HTTP, so on loopback, it may not be used. */
const nameOn = (base: string): string => (base.startsWith('https:') ? '__Host-assay_sign_in' : 'assay_sign_in');

/** `Lax`: the way back from the provider is a navigation from another site. */
const attributes = (base: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${base.startsWith('https:') ? '; Secure' : ''}`;

/** @param value of URL-safe characters and points */
export const setCookie = (reply: FastifyReply, base: string, value: string, lifetimeS: number): void =>
  void reply.header('set-cookie', `${nameOn(base)}=${value}; Max-Age=${lifetimeS}; ${attributes(base)}`);

export const clearCookie = (reply: FastifyReply, base: string): void => setCookie(reply, base, '', 0);

export function cookieOf(request: FastifyRequest, base: string): string | null {
  const name = nameOn(base);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
