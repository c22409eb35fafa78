/** Every request has an id: the caller's if it is well-formed, else a fresh UUID (docs/spec/api.md#request-ids). @module */
import type { IncomingMessage } from 'node:http';
import type { Ids } from '../../app/ports/runtime/runtime.ts';

export const REQUEST_ID_HEADER = 'x-request-id';
const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

export const requestIdFrom =
  (ids: Ids) =>
  (request: IncomingMessage): string => {
    const sent = request.headers[REQUEST_ID_HEADER];
    return typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : ids.uuid();
  };
