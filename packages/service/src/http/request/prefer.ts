/** `Prefer: respond-async` (RFC 7240, 4.1): the answer comes at once, the result at the address of `Location`. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';

export function prefersAsync(request: FastifyRequest): boolean {
  const sent = [request.headers.prefer ?? []].flat().join(',');
  return sent.split(',').some((preference) => preference.split(';', 1)[0]?.trim().toLowerCase() === 'respond-async');
}

/** Where to look, and after how many seconds. @param asked false: nobody asked for it, it only took long */
export function accepted(reply: FastifyReply, location: string, retryAfterS: number, asked = true): FastifyReply {
  if (asked) reply.header('preference-applied', 'respond-async');
  return reply.code(202).header('location', location).header('retry-after', String(retryAfterS));
}
