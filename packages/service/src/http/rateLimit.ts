/**
 * How often a caller may ask (3.1): counted once for each request, after the credential was looked at and before anything
 * else; the state of the window that is nearest to its end stands on every answer but those of /health.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, principalOf } from '../app/limits/principal.ts';
import { windowsOf } from '../app/limits/rates.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { RateState, RateWindow, WindowState } from '../app/ports/rateLimiter.ts';
import type { App } from './httpDeps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until counted. */
    rateState: RateState | null;
  }
  interface FastifyInstance {
    /** Counts the request once. @throws {AppError} RATE_LIMITED */
    countRequest: (request: FastifyRequest) => Promise<void>;
  }
  interface FastifyContextConfig {
    /** A limit of its own for each address, beside that of the caller. */
    perMinuteAndAddress?: number;
  }
}

type Deps = Pick<Ports, 'rateLimiter' | 'limits' | 'clock'>;

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] as string;
const isProbe = (path: string): boolean => /^\/health(?:\/|$)/.test(path);
/** Pages and their parts, /docs and the description are many files each and no work; preflights belong to the request after them. */
const isCounted = (request: FastifyRequest): boolean =>
  request.method !== 'OPTIONS' && (request.is404 || /^\/(?:v1|ipfs)\//.test(pathOf(request)));

const secondsUntil = (at: Date, now: Date): number => Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));

function refusal(state: RateState, now: Date): AppError {
  const last = state.windows.at(-1) as WindowState;
  const seconds = secondsUntil(last.resetsAt, now);
  const { limit, name } = last.window;
  return new AppError('RATE_LIMITED', `At most ${limit} requests in a ${name}. Try again in ${seconds} s.`, {
    retryAfterS: seconds,
    extra: { limit, window: name },
  });
}

/** The window that ends the caller's requests first; of equal ones the shorter. */
function nearest(states: readonly WindowState[]): WindowState | undefined {
  return [...states].sort((a, b) => a.remaining - b.remaining)[0];
}

function setHeaders(reply: FastifyReply, state: RateState, windows: readonly RateWindow[], now: Date): void {
  const worst = state.allowed ? nearest(state.windows) : state.windows.at(-1);
  if (!worst) return;
  reply
    .header('x-ratelimit-limit', String(worst.window.limit))
    .header('x-ratelimit-remaining', String(worst.remaining))
    .header('x-ratelimit-reset', String(Math.ceil(worst.resetsAt.getTime() / 1000)))
    // draft-ietf-httpapi-ratelimit-headers-11
    .header(
      'ratelimit-policy',
      windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    )
    .header('ratelimit', `"${worst.window.name}";r=${worst.remaining};t=${secondsUntil(worst.resetsAt, now)}`);
}

/** Must be registered before the routes and before any other hook that may refuse after the credential. */
export function registerRateLimit(app: App, { rateLimiter, limits, clock }: Deps): void {
  const count = async (request: FastifyRequest): Promise<RateState> => {
    request.rateState ??= await rateLimiter.take(
      principalOf(request.caller, request.ip),
      windowsOf(request.caller, limits.rates),
    );
    return request.rateState;
  };

  const countAddress = async (request: FastifyRequest, limit: number): Promise<void> => {
    const name = `${request.routeOptions.url}:ip:${addressOf(request.ip)}`;
    const state = await rateLimiter.take(name, [{ name: 'minute', seconds: 60, limit }]);
    if (state.allowed) return;
    request.rateState = state;
    throw refusal(state, clock.now());
  };

  app.decorateRequest('rateState', null);
  app.decorate('countRequest', async (request: FastifyRequest) => {
    if (request.rateState || !isCounted(request)) return;
    const state = await count(request);
    if (!state.allowed) throw refusal(state, clock.now());
    const { perMinuteAndAddress } = request.routeOptions.config;
    if (perMinuteAndAddress !== undefined) await countAddress(request, perMinuteAndAddress);
  });
  // Routes without a credential are counted here; `auth.ts` counts the others as soon as the caller is known.
  app.addHook('preParsing', async (request) => app.countRequest(request));
  app.addHook('onSend', async (request, reply) => {
    if (isProbe(pathOf(request))) return;
    const windows = windowsOf(request.caller, limits.rates);
    const state =
      request.rateState ??
      (isCounted(request)
        ? await count(request)
        : await rateLimiter.look(principalOf(request.caller, request.ip), windows));
    setHeaders(reply, state, windows, clock.now());
  });
}
