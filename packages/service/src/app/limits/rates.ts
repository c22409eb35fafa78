/** How often one caller may ask: from settings to windows. @module */
import type { Caller } from '../accounts/caller.ts';
import type { RateWindow } from '../ports/runtime/rateLimiter.ts';

export interface RateSettings {
  readonly ratePerMinute: number;
  readonly ratePerHour: number;
  readonly ratePerDay: number;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** The default: docs/reference/limits.md#rate-limits. */
const PER_MINUTE_DEFAULT = 60;
/** More than a person behind one address needs, too few to fill the service with accounts. */
const REGISTRATIONS_PER_MINUTE = 5;
/** Strict, since the answer tells whether a key is good; a person who pastes a key tries fewer. */
const KEY_CHECKS_PER_MINUTE = 10;
/** What people mistype; the sixth wrong password has to wait. */
const FREE_LOGIN_FAILURES = 5;
/** Of one account in a day from all over the world: more than a person on a journey mistypes, too few to guess with. */
const FREE_ACCOUNT_FAILURES = 50;

/** Guesses of one account from one network. */
export const LOGIN_GUARD = { name: 'login', waitSMax: 15 * MINUTE_S } as const;
/** Guesses of one account from everywhere: short waits, since it is the owner who may stand behind the guesser. */
export const ACCOUNT_GUARD = { name: 'account', waitSMax: MINUTE_S } as const;

/** The shortest first: what a minute refuses must not use up the day. */
export const rateWindows = ({ ratePerMinute, ratePerHour, ratePerDay }: RateSettings): readonly RateWindow[] => [
  { name: 'minute', seconds: MINUTE_S, limit: ratePerMinute },
  { name: 'hour', seconds: HOUR_S, limit: ratePerHour },
  { name: 'day', seconds: DAY_S, limit: ratePerDay },
];

/** A key may have lower limits than everybody, never higher ones. */
export function windowsOf(caller: Caller | null, windows: readonly RateWindow[]): readonly RateWindow[] {
  if (caller?.kind !== 'key') return windows;
  const { rateLimitPerHour: hour, rateLimitPerDay: day } = caller.key;
  const own = { minute: null, hour, day };
  return windows.map((window) => ({ ...window, limit: Math.min(window.limit, own[window.name] ?? window.limit) }));
}

/** What is counted by itself: stored files, the transparency log, public keys, pages with their parts. */
export type OwnWindows = 'files' | 'log' | 'keys' | 'pages';

/** A gallery page shows up to 100 previews, and people turn pages; they cost a file each and no work. */
const OWN_WINDOWS_FACTOR = 20;

/** The windows of such requests: of the same length, far more in each. */
export const ownWindows = (windows: readonly RateWindow[]): readonly RateWindow[] =>
  windows.map((window) => ({ ...window, limit: window.limit * OWN_WINDOWS_FACTOR }));

/** Bad credentials of one address: as many in a minute as it may make requests. */
export const badCredentialWindow = (windows: readonly RateWindow[]): RateWindow => windows[0] as RateWindow;

export interface AuxiliaryLimits {
  readonly registrationsPerMinute: number;
  readonly keyChecksPerMinute: number;
  readonly freeLoginFailures: number;
  readonly freeAccountFailures: number;
}

/**
 * Limits of one address, which follow the rate limit when an operator raises it: registrations and key
 * checks may then use the whole of it, and wrong passwords grow in proportion, so that guessing stays slow.
 */
export function auxiliaryLimits({ ratePerMinute }: Pick<RateSettings, 'ratePerMinute'>): AuxiliaryLimits {
  const raised = ratePerMinute > PER_MINUTE_DEFAULT;
  const factor = Math.max(1, ratePerMinute / PER_MINUTE_DEFAULT);
  return {
    registrationsPerMinute: raised ? ratePerMinute : REGISTRATIONS_PER_MINUTE,
    keyChecksPerMinute: raised ? ratePerMinute : KEY_CHECKS_PER_MINUTE,
    freeLoginFailures: Math.floor(FREE_LOGIN_FAILURES * factor),
    freeAccountFailures: Math.floor(FREE_ACCOUNT_FAILURES * factor),
  };
}
