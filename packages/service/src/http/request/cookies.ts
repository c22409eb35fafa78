/** The cookies of browsers: of a session, and of a sign-in through another service. RFC 6265bis, 4.1.3 (prefixes). @module */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `assay_session`: the refresh token; `assay_sign_in`: the attempt; `assay_sign_in_code`: the browser for which its code was made. */
export type CookieName = 'assay_session' | 'assay_sign_in' | 'assay_sign_in_code';

const isOverTls = (base: string): boolean => base.startsWith('https:');

/** With this prefix a browser takes it only over TLS, for this host alone; on plain HTTP, so on loopback, it may not be used. */
const nameOn = (base: string, name: CookieName): string => (isOverTls(base) ? `__Host-${name}` : name);

interface Cookie {
  readonly name: CookieName;
  /** Of URL-safe characters and points. */
  readonly value: string;
  readonly lifetimeS: number;
  /**
   * Lax by default, since the way back from a provider is a navigation from another site; `none`, over TLS alone, where a
   * page of another site has to send it, see `startSignIn`'s `return_to`.
   */
  readonly sameSite?: 'strict' | 'lax' | 'none';
}

/** @param base of this service, without a slash at the end */
export function setCookie(
  reply: FastifyReply,
  base: string,
  { name, value, lifetimeS, sameSite = 'lax' }: Cookie,
): void {
  const cookie = stringifySetCookie({
    name: nameOn(base, name),
    value,
    maxAge: lifetimeS,
    path: '/',
    httpOnly: true,
    secure: isOverTls(base),
    sameSite: sameSite === 'none' && !isOverTls(base) ? 'lax' : sameSite,
  });
  reply.header('set-cookie', cookie);
}

export const clearCookie = (reply: FastifyReply, base: string, name: CookieName): void =>
  setCookie(reply, base, { name, value: '', lifetimeS: 0 });

export const cookieOf = (request: FastifyRequest, base: string, name: CookieName): string | null =>
  parseCookie(request.headers.cookie ?? '')[nameOn(base, name)] ?? null;
