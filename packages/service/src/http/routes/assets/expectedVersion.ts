/** The version that a change expects. @module */
import type { FastifyRequest } from 'fastify';
import type { Expected } from '../../../app/assets/changeAsset.ts';
import { entityTags } from '../../reply/fileReply.ts';

export const ifMatch = (request: FastifyRequest): Expected => {
  const header = request.headers['if-match'];
  return header === undefined ? null : entityTags(header);
};
