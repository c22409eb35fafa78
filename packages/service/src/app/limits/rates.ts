/** How often one caller may ask: from settings to windows. @module */
import type { Caller } from '../accounts/caller.ts';
import type { RateWindow } from '../ports/rateLimiter.ts';

export interface RateSettings {
  readonly ratePerMinute: number;
  readonly ratePerHour: number;
  readonly ratePerDay: number;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** interface.md, "Limits": default rate limits. */
const PER_MINUTE_DEFAULT = 60;
/** Decisions.md G76. */
const REGISTRATIONS_PER_MINUTE = 5;
/** Decisions.md G128 asks for a strict limit without a number; a person who pastes a key tries fewer. */
const KEY_CHECKS_PER_MINUTE = 10;
/** Decisions.md G78. */
const FREE_LOGIN_FAILURES = 5;

/** The shortest first: what a minute refuses must not use up the day. */
export const rateWindows = ({ ratePerMinute, ratePerHour, ratePerDay }: RateSettings): readonly RateWindow[] => [
  { name: 'minute', seconds: MINUTE_S, limit: ratePerMinute },
  { name: 'hour', seconds: HOUR_S, limit: ratePerHour },
  { name: 'day', seconds: DAY_S, limit: ratePerDay },
];

/** A key may have lower limits than everybody, never higher ones (G61). */
export function windowsOf(caller: Caller | null, windows: readonly RateWindow[]): readonly RateWindow[] {
  if (caller?.kind !== 'key') return windows;
  const { rateLimitPerHour: hour, rateLimitPerDay: day } = caller.key;
  const own = { minute: null, hour, day };
  return windows.map((window) => ({ ...window, limit: Math.min(window.limit, own[window.name] ?? window.limit) }));
}

export interface AuxiliaryLimits {
  readonly registrationsPerMinute: number;
  readonly keyChecksPerMinute: number;
  readonly freeLoginFailures: number;
}

/**
 * Limits of one address, which follow the rate limit when an operator raises it (decisions.md 6.2): registrations and key
 * checks may then use the whole of it, and wrong passwords grow in proportion, so that guessing stays slow.
 */
export function auxiliaryLimits({ ratePerMinute }: Pick<RateSettings, 'ratePerMinute'>): AuxiliaryLimits {
  const raised = ratePerMinute > PER_MINUTE_DEFAULT;
  return {
    registrationsPerMinute: raised ? ratePerMinute : REGISTRATIONS_PER_MINUTE,
    keyChecksPerMinute: raised ? ratePerMinute : KEY_CHECKS_PER_MINUTE,
    freeLoginFailures: Math.floor(FREE_LOGIN_FAILURES * Math.max(1, ratePerMinute / PER_MINUTE_DEFAULT)),
  };
}
