/** Hooks that find out who calls, before anything else of the request is looked at (docs/spec/api.md#order-of-checks). @module */
import { AppError } from '@assay/core/errors';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Caller, type Requester, scopesOf, type UserCaller } from '../../app/accounts/caller.ts';
import { identify, type IdentifyDeps } from '../../app/accounts/identify.ts';
import type { Trace } from '../../app/audit.ts';
import { type Action, authorizeScopes, scopesMay } from '../../app/policy.ts';
import type { VerifyRequester } from '../../app/verify/verification.ts';
import { organizationIdOf } from '../request/organizationHeader.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

type Deps = IdentifyDeps;

const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null);
};

/**
 * Anonymous callers pass; a bad credential is refused and never taken for none. What the route does is `action`: an API
 * key without its scope is refused before anything else of the request is looked at.
 */
export const optionalCaller = (deps: Deps, action: Action): onRequestAsyncHookHandler => {
  const find = anyCaller(deps);
  return async function allowCaller(request, reply) {
    await find.call(this, request, reply);
    if (request.caller) authorizeScopes(scopesOf(request.caller), action);
  };
};

/**
 * For what every stranger may read, and members in full: an API key without the scope is good and still a stranger's
 * here, since refusing it what it would get by leaving itself out protects nothing (docs/spec/api.md#anonymous-callers).
 */
export const callerOrStranger = (deps: Deps, action: Action): onRequestAsyncHookHandler => {
  const find = anyCaller(deps);
  return async function knowCaller(request, reply) {
    await find.call(this, request, reply);
    if (request.caller && !scopesMay(scopesOf(request.caller), action)) request.caller = null;
  };
};

const anyCaller = (deps: Deps): onRequestAsyncHookHandler =>
  async function findCaller(request) {
    request.caller = await this.guardCredential(request, () =>
      identify(deps, {
        authorization: headerOf(request, 'authorization'),
        apiKey: headerOf(request, 'x-api-key'),
        organizationId: () => organizationIdOf(request, undefined),
      }),
    );
    if (request.caller) await this.countRequest(request);
  };

/** For what is about the session itself: an API key has none, so to this route it is no credential. */
export const requireSession = (deps: Deps): onRequestAsyncHookHandler => {
  const find = anyCaller(deps);
  return async function demandSession(request, reply) {
    await find.call(this, request, reply);
    if (request.caller?.kind !== 'user')
      throw new AppError(
        'UNAUTHENTICATED',
        'Only a session can be ended: send "Authorization: Bearer <ACCESS_TOKEN>".',
      );
  };
};

/** @param action of `policy.ts`; left out, the route belongs to signed-in users and no API key may use it */
export const requireCaller = (deps: Deps, action: Action = 'account.manage'): onRequestAsyncHookHandler => {
  const find = optionalCaller(deps, action);
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

/** The caller of a route that no API key may use: its action has no scope. */
export function userOf(request: FastifyRequest): UserCaller {
  const caller = callerOf(request);
  if (caller.kind !== 'user') throw new TypeError('userOf: this route lets API keys in');
  return caller;
}

/** What is longer tells no more of a browser, and each sign-in keeps it. */
const USER_AGENT_CHARS_MAX = 512;

/** As `requesterOf`, with the organization that `X-Organization-Id` names. @throws {AppError} VALIDATION_ERROR */
export const verifyRequesterOf = (request: FastifyRequest): VerifyRequester => ({
  ...requesterOf(request),
  organizationId: organizationIdOf(request, undefined),
});

/** Who did it and in which request, for the audit log. */
export const traceOf = (request: FastifyRequest): Trace => ({ ip: requesterOf(request).ip, requestId: request.id });

export const requesterOf = (request: FastifyRequest): Requester => ({
  ip: request.ip ?? null,
  userAgent: headerOf(request, 'user-agent')?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
});
