/**
 * How often a caller may ask (docs/spec/api.md#rate-limits): counted once for each request, after the credential was looked at and before anything
 * else; the state of the window that is nearest to its end stands on every answer but those of /health.
 * @module
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalOf } from '../../app/limits/principal.ts';
import { type OwnWindows, ownWindows, windowsOf } from '../../app/limits/rates.ts';
import type { Ports } from '../../app/ports/ports.ts';
import type { RateState, RateWindow, WindowState } from '../../app/ports/runtime/rateLimiter.ts';
import type { App } from '../httpDeps.ts';
import { rateRefusal, secondsUntil } from './rateRefusal.ts';

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
    /** Counted by itself, in larger windows (docs/spec/api.md#rate-limits). */
    ownWindows?: OwnWindows;
  }
}

type Deps = Pick<Ports, 'rateLimiter' | 'limits' | 'clock' | 'addressRules'>;

/** The route and not the address: `/%761/verify/` is spelled like no route of the API and leads to one. Empty for none. */
const routeOf = (request: FastifyRequest): string => (request.is404 ? '' : (request.routeOptions.url ?? ''));
const isProbe = (request: FastifyRequest): boolean => /^\/health(?:\/|$)/.test(routeOf(request));
/** Preflights belong to the request after them; whoever watches a service is never sent away. */
const isCounted = (request: FastifyRequest): boolean => request.method !== 'OPTIONS' && !isProbe(request);

/** Pages with their parts and /docs are many small files each; the description is one large one, which costs what work does. */
const isPage = (request: FastifyRequest): boolean => {
  const route = routeOf(request);
  return route !== '' && !/^\/(?:v1|ipfs|openapi\.json)(?:\/|$)/.test(route);
};

const ownWindowsOf = (request: FastifyRequest): OwnWindows | undefined =>
  request.routeOptions.config?.ownWindows ?? (isPage(request) ? 'pages' : undefined);

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
export function registerRateLimit(app: App, deps: Deps): void {
  const { rateLimiter, limits, clock, addressRules } = deps;
  const placeOf = (request: FastifyRequest): readonly [string, readonly RateWindow[]] => {
    const principal = principalOf(deps, request.caller, request.ip);
    const windows = windowsOf(request.caller, limits.rates);
    const own = ownWindowsOf(request);
    return own === undefined ? [principal, windows] : [`${own}:${principal}`, ownWindows(windows)];
  };
  const count = async (request: FastifyRequest): Promise<RateState> => {
    request.rateState ??= await rateLimiter.take(...placeOf(request));
    return request.rateState;
  };

  const countAddress = async (request: FastifyRequest, limit: number): Promise<void> => {
    const name = `${request.routeOptions.url}:ip:${addressRules.networkOf(request.ip)}`;
    const state = await rateLimiter.take(name, [{ name: 'minute', seconds: 60, limit }]);
    if (state.allowed) return;
    request.rateState = state;
    throw rateRefusal(state, clock.now());
  };

  app.decorateRequest('rateState', null);
  app.decorate('countRequest', async (request: FastifyRequest) => {
    if (request.rateState || !isCounted(request)) return;
    const state = await count(request);
    if (!state.allowed) throw rateRefusal(state, clock.now());
    const { perMinuteAndAddress } = request.routeOptions.config;
    if (perMinuteAndAddress !== undefined) await countAddress(request, perMinuteAndAddress);
  });
  // Routes without a credential are counted here; `auth.ts` counts the others as soon as the caller is known.
  app.addHook('preParsing', async (request) => app.countRequest(request));
  app.addHook('onSend', async (request, reply) => {
    if (isProbe(request)) return;
    const [principal, windows] = placeOf(request);
    const state =
      request.rateState ?? (isCounted(request) ? await count(request) : await rateLimiter.look(principal, windows));
    setHeaders(reply, state, windows, clock.now());
  });
}
