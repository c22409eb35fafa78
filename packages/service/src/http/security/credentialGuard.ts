/**
 * Bad credentials of an address are limited before the database is asked: each guess would cost a read. Good ones of the
 * same address pass, so that a neighbour who guesses locks nobody out.
 * @module
 */
import { createHash } from 'node:crypto';
import { AppError, type ErrorCode } from '@assay/core/errors';
import type { FastifyRequest } from 'fastify';
import { badCredentialWindow } from '../../app/limits/rates.ts';
import type { Ports } from '../../app/ports/ports.ts';
import type { App } from '../httpDeps.ts';
import { rateRefusal } from './rateRefusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs `find`, which asks the database whose a credential is, while its address has guesses left.
     * @throws {AppError} RATE_LIMITED, or what `find` throws
     */
    guardCredential: <T>(request: FastifyRequest, find: () => Promise<T>) => Promise<T>;
  }
}

type Deps = Pick<Ports, 'rateLimiter' | 'limits' | 'clock' | 'addressRules'>;

const BAD: ReadonlySet<ErrorCode> = new Set(['INVALID_API_KEY', 'INVALID_TOKEN', 'TOKEN_EXPIRED']);

/** Digests of credentials that were good; when full it begins anew, which costs their owners nothing but a place in line. */
const KNOWN_MAX = 10_000;

function credentialOf({ headers }: FastifyRequest): string | null {
  const { authorization, 'x-api-key': key } = headers;
  if (authorization === undefined && key === undefined) return null;
  return createHash('sha256')
    .update(`${authorization ?? ''}\n${String(key ?? '')}`)
    .digest('base64');
}

export function registerCredentialGuard(app: App, { rateLimiter, limits, clock, addressRules }: Deps): void {
  const known = new Set<string>();
  /** Credentials of an address that are being looked up and were not good before: guesses sent at once are counted, too. */
  const asked = new Map<string, number>();
  const windows = [badCredentialWindow(limits.rates)];
  const countIfBad = async (principal: string, cause: unknown): Promise<void> => {
    if (cause instanceof AppError && BAD.has(cause.code)) await rateLimiter.take(principal, windows);
  };

  async function lookUp<T>(principal: string, credential: string, find: () => Promise<T>): Promise<T> {
    const others = asked.get(principal) ?? 0;
    asked.set(principal, others + 1);
    try {
      const state = await rateLimiter.look(principal, windows);
      if (!state.allowed || (state.windows[0]?.remaining ?? 0) <= others) throw rateRefusal(state, clock.now());
      const found = await find();
      if (known.size >= KNOWN_MAX) known.clear();
      known.add(credential);
      return found;
    } catch (cause) {
      await countIfBad(principal, cause);
      throw cause;
    } finally {
      const left = (asked.get(principal) ?? 1) - 1;
      if (left > 0) asked.set(principal, left);
      else asked.delete(principal);
    }
  }

  /** One that was good once and has ended since is a bad one from then on: whoever sends it on and on waits as well. */
  async function lookAgain<T>(principal: string, credential: string, find: () => Promise<T>): Promise<T> {
    try {
      return await find();
    } catch (cause) {
      known.delete(credential);
      await countIfBad(principal, cause);
      throw cause;
    }
  }

  app.decorate('guardCredential', async (request, find) => {
    const credential = credentialOf(request);
    if (credential === null) return find();
    const look = known.has(credential) ? lookAgain : lookUp;
    return look(`bad:ip:${addressRules.networkOf(request.ip)}`, credential, find);
  });
}
