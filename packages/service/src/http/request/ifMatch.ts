/** The versions that a change expects, and the one that an answer shows (docs/spec/api.md#caching). @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Expected } from '../../app/versions.ts';
import { entityTags } from '../reply/fileReply.ts';

export const ifMatch = (request: FastifyRequest): Expected => {
  const header = request.headers['if-match'];
  return header === undefined ? null : entityTags(header);
};

/** Sets `ETag`. */
export function showVersion<Body>(reply: FastifyReply, version: string, body: Body): Body {
  reply.header('etag', `"${version}"`);
  return body;
}
