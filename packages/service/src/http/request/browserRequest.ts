/**
 * Requests that only a page of ours can have sent: docs/spec/accounts.md#sessions-of-browsers. A browser adds its cookie to
 * whatever any site makes it send, so the cookie alone says nothing of who wanted it.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { HttpSettings } from '../httpDeps.ts';

/** Pages send it; other sites cannot without a preflight, which is answered to nobody who is not named. */
const PAGE_HEADER = 'x-assay-page';

/** Under the address that was asked for, or the one that the service is known by: a proxy in front may change the host. */
function isOurs(request: FastifyRequest, base: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return origin === new URL(base).origin || origin === `${request.protocol}://${request.host}`;
}

/** @throws {AppError} FORBIDDEN, in the request */
export const requirePage = (settings: Pick<HttpSettings, 'publicBaseUrl'>): onRequestHookHandler =>
  function demandPage(request, _reply, done) {
    if (request.headers[PAGE_HEADER] !== undefined && isOurs(request, settings.publicBaseUrl())) return done();
    done(
      new AppError(
        'FORBIDDEN',
        'Only pages of this service may ask this: their requests name its Origin and carry the header X-Assay-Page. Programs use POST /v1/auth/login.',
      ),
    );
  };
