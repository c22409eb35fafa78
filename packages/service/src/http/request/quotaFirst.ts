/** A used-up quota is told before a picture is read: else anybody could send what nobody will look at. @module */
import type { preHandlerAsyncHookHandler } from 'fastify';
import { assertVerificationsLeft } from '../../app/limits/countVerifications.ts';
import type { Ports } from '../../app/ports/ports.ts';
import { verifyRequesterOf } from '../security/auth.ts';

/** A request that carries an idempotency key may be a repeated one, which costs nothing: only its body tells. */
export const quotaFirst = (deps: Pick<Ports, 'quotas' | 'memberships' | 'addressRules'>): preHandlerAsyncHookHandler =>
  async function lookAtQuota(request) {
    if (request.headers['idempotency-key'] !== undefined) return;
    await assertVerificationsLeft(deps, [request.caller, verifyRequesterOf(request)]);
  };
