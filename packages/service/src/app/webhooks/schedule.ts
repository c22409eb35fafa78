/**
 * When a delivery is tried, when it is given up, when its endpoint is switched off:
 * docs/reference/webhooks.md#what-counts-as-delivered. Pure.
 * @module
 */
import { pauseAfter } from '../delivery/retries.ts';
import type { DisabledReason, SendOutcome } from '../ports/delivery/webhooks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pause after the first, second, ... failed attempt; with the first attempt ten tries in about three days. */
export const RETRY_PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** An endpoint may ask to be left alone for as long as the longest pause, not longer. */
const RETRY_AFTER_MS_MAX = 24 * HOUR;

/** An endpoint at which every attempt fails for so long is switched off. */
export const FAILING_MS_MAX = 5 * 24 * HOUR;

/** Its owner is warned once when it has gone on for so long: two days are left to mend it. */
export const FAILING_MS_WARNED = 3 * 24 * HOUR;

/** RFC 9110, 15.5.11: gone, and likely for ever. */
const GONE = 410;

export interface AttemptVerdict {
  readonly status: 'delivered' | 'pending' | 'failed';
  readonly nextAttemptAt: Date | null;
  readonly disable: DisabledReason | null;
  /** The owner should know by now that nothing arrives. */
  readonly warn: boolean;
}

export interface Attempt {
  readonly outcome: Pick<SendOutcome, 'responseStatus' | 'retryAfter'>;
  /** 1 = the first. */
  readonly attempt: number;
  readonly failingSince: Date | null;
  readonly now: Date;
  /** [0, 1). */
  readonly chance: number;
}

/** Only 2xx is a success; a redirect is a failure like any other. */
export function judgeAttempt({ outcome, attempt, failingSince, now, chance }: Attempt): AttemptVerdict {
  const { responseStatus: status } = outcome;
  const over = { nextAttemptAt: null, warn: false };
  if (status !== null && status >= 200 && status < 300) return { ...over, status: 'delivered', disable: null };
  if (status === GONE) return { ...over, status: 'failed', disable: 'gone' };
  const failingMs = failingSince ? now.getTime() - failingSince.getTime() : 0;
  if (failingMs >= FAILING_MS_MAX) return { ...over, status: 'failed', disable: 'failing' };
  const warn = failingMs >= FAILING_MS_WARNED;
  const pauseMs = pauseAfter(RETRY_PAUSES_MS, attempt, chance);
  if (pauseMs === null) return { ...over, status: 'failed', disable: null, warn };
  const waitMs = Math.max(pauseMs, retryAfterMs(outcome.retryAfter, now));
  return { status: 'pending', nextAttemptAt: new Date(now.getTime() + Math.round(waitMs)), disable: null, warn };
}

/** RFC 9110, 10.2.3: seconds or a date; anything else asks for nothing. Range [0, 24 h]. */
function retryAfterMs(value: string | null, now: Date): number {
  if (value === null) return 0;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX);
}
