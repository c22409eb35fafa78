/** Hooks that find out who calls, before anything else of the request is looked at (order of checks, 3.1). @module */
import { AppError } from '@assay/core/errors';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Caller, Requester } from '../app/accounts/caller.ts';
import { identify } from '../app/accounts/identify.ts';
import type { Ports } from '../app/ports/ports.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

type Deps = Pick<Ports, 'tokens' | 'sessions' | 'users' | 'clock'>;

const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null);
};

/** Anonymous callers pass; a bad credential is refused and never taken for none. */
export const optionalCaller = (deps: Deps): onRequestAsyncHookHandler =>
  async function findCaller(request) {
    request.caller = await identify(deps, {
      authorization: headerOf(request, 'authorization'),
      apiKey: headerOf(request, 'x-api-key'),
    });
    if (request.caller) await this.countRequest(request);
  };

export const requireCaller = (deps: Deps): onRequestAsyncHookHandler => {
  const find = optionalCaller(deps);
  return async function demandCaller(request, reply) {
    await find.call(this, request, reply);
    if (!request.caller)
      throw new AppError('UNAUTHENTICATED', 'This needs a credential: send "Authorization: Bearer <ACCESS_TOKEN>".');
  };
};

/** The caller behind `requireCaller`. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new TypeError('callerOf: this route does not demand a caller');
  return request.caller;
}

/** G57. */
const USER_AGENT_CHARS_MAX = 512;

export const requesterOf = (request: FastifyRequest): Requester => ({
  ip: request.ip ?? null,
  userAgent: headerOf(request, 'user-agent')?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
});
