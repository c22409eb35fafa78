/** The versions that a request knows or expects, and the one that an answer shows (docs/spec/api.md#caching). @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Expected } from '../../app/versions.ts';

/** Entity tags of `If-None-Match` and `If-Match`, without quotes and weakness marks; `*` stays. */
export const entityTags = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));

export const ifMatch = (request: FastifyRequest): Expected => {
  const header = request.headers['if-match'];
  return header === undefined ? null : entityTags(header);
};

/** The caller has it already: 304. `*` is any version (RFC 9110, 13.1.2). */
export const isKnown = (request: FastifyRequest, version: string): boolean => {
  const header = request.headers['if-none-match'];
  return header !== undefined && entityTags(header).some((tag) => tag === '*' || tag === version);
};

/** Sets `ETag`. */
export function showVersion<Body>(reply: FastifyReply, version: string, body: Body): Body {
  reply.header('etag', `"${version}"`);
  return body;
}
