/** What an API key may do, for whoever holds it. @module */
import { windowsOf } from '../limits/rates.ts';
import type { ApiKey } from '../ports/accounts/apiKeys.ts';
import type { Ports } from '../ports/ports.ts';
import { type KeyDeps, usableKey } from './usableKey.ts';

export interface ValidKey {
  readonly key: ApiKey;
  /** Requests in an hour and in a day: the lower one of its own limit and that of everybody. */
  readonly perHour: number;
  readonly perDay: number;
}

/** @throws {AppError} INVALID_API_KEY */
export async function validateKey(deps: KeyDeps & Pick<Ports, 'limits'>, secret: string): Promise<ValidKey> {
  const { key, user } = await usableKey(deps, secret);
  const windows = windowsOf({ kind: 'key', key, user }, deps.limits.rates);
  const limitOf = (name: 'hour' | 'day'): number => windows.find((window) => window.name === name)?.limit ?? 0;
  return { key, perHour: limitOf('hour'), perDay: limitOf('day') };
}
