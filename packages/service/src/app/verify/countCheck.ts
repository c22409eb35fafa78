/** What strangers may ask of one asset, and when its owner hears of it: docs/spec/security.md#verify-as-an-oracle. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { newEvent } from '../newEvent.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { OutboxEvent } from '../ports/delivery/events.ts';
import type { Ports } from '../ports/ports.ts';
import { CHECK_WINDOW_MS, type CheckCount } from '../ports/verify/assetChecks.ts';

export type CheckDeps = Pick<Ports, 'assetChecks' | 'addressRules' | 'limits' | 'clock' | 'ids'>;

/** Checks of an asset in an hour that are a burst; the owner is told again at each further power of ten. */
const BURST = 10;

export interface CountedCheck {
  /** All strangers together ask so much that only the coarsest numbers are told. */
  readonly isCrowded: boolean;
  /** For the owner, if a burst has begun or has grown tenfold. */
  readonly events: readonly OutboxEvent[];
}

/**
 * All keys of a user count together, since anybody can make many.
 * @param asset the one that the verdict is about, of an organization that the caller is no member of
 * @throws {AppError} RATE_LIMITED until the hour is over
 */
export async function countCheck(
  deps: CheckDeps,
  caller: Caller | null,
  ip: string | null,
  { id: assetId, organizationId }: Pick<Asset, 'id' | 'organizationId'>,
  { picture, isExact }: { readonly picture: string; readonly isExact: boolean },
): Promise<CountedCheck> {
  const checker = caller ? `user:${caller.user.id}` : `ip:${deps.addressRules.networkOf(ip ?? '')}`;
  const at = deps.clock.now();
  const count = await deps.assetChecks.take({ assetId, checker, picture, isExact, at }, deps.limits.assetChecks);
  if (!count.allowed) throw tooMany(deps.limits.assetChecks.perChecker, count, at);
  const { isCrowded, checks, pictures, checkers, since } = count;
  if (!isBurst(checks)) return { isCrowded, events: [] };
  const data = { asset_id: assetId, checks, pictures, callers: checkers, since: since.toISOString() };
  return { isCrowded, events: [newEvent(deps, organizationId, 'asset.matched', data)] };
}

/** 10, 100, 1000, ... */
const isBurst = (checks: number): boolean => checks >= BURST && /^10+$/.test(String(checks));

function tooMany(limit: number, { since }: CheckCount, at: Date): AppError {
  const retryAfterS = Math.max(1, Math.ceil((since.getTime() + CHECK_WINDOW_MS - at.getTime()) / 1000));
  const detail = `You have sent ${limit} different pictures of one registered picture within the hour. Wait for its end.`;
  return new AppError('RATE_LIMITED', detail, { retryAfterS, extra: { limit, window: 'hour' } });
}
