/** A used-up quota is told before a picture is read: else anybody could send what nobody will look at. @module */
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { assertVerificationsLeft } from '../../app/limits/countVerifications.ts';
import { assertSearchesLeft, assertUploadsLeft } from '../../app/limits/quotaLeft.ts';
import type { Ports } from '../../app/ports/ports.ts';
import { callerOf, verifyRequesterOf } from '../security/auth.ts';
import { isRepeated } from './idempotency.ts';
import { organizationIdOf } from './organizationHeader.ts';

type Deps = Pick<Ports, 'quotas' | 'memberships' | 'addressRules' | 'idempotentAnswers'>;

/** A request that is sent again costs nothing: it is answered as it was, once its body has shown that it is the same. */
export const quotaFirst = (deps: Deps): preHandlerAsyncHookHandler =>
  async function lookAtQuota(request) {
    if (await isRepeated(deps, request)) return;
    await assertVerificationsLeft(deps, [request.caller, verifyRequesterOf(request)]);
  };

/** Of a picture that may be there already only its bytes tell whether it counts. */
const mayCountNothing = ({ query }: FastifyRequest): boolean =>
  (query as { readonly dedupe?: boolean }).dedupe === true;

export const uploadQuotaFirst = (deps: Deps): preHandlerAsyncHookHandler =>
  async function lookAtUploads(request) {
    if (mayCountNothing(request) || (await isRepeated(deps, request))) return;
    await assertUploadsLeft(deps, callerOf(request), organizationIdOf(request, undefined));
  };

export const searchQuotaFirst = (deps: Deps): preHandlerAsyncHookHandler =>
  async function lookAtSearches(request) {
    if (await isRepeated(deps, request)) return;
    await assertSearchesLeft(deps, callerOf(request), organizationIdOf(request, undefined));
  };
