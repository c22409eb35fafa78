/**
 * Brings mails from their rows to the mail server, with retries over a day. Everything it knows is in the database: what a
 * process had begun when it died is begun again by whichever comes first once the lease has ended. Docs:
 * docs/spec/operation.md#mails.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { pauseAfter } from '../delivery/retries.ts';
import { underWay } from '../delivery/underWay.ts';
import type { ClaimedMail, MailOutcome } from '../ports/delivery/mail.ts';
import type { Ports } from '../ports/ports.ts';
import type { SpanFacts } from '../ports/runtime/traces.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pause after the first, second, ... failed attempt: eleven attempts in about a day. */
export const MAIL_PAUSES_MS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
] as const;

/** Of this process; a mail server takes few at once. */
const AT_ONCE = 4;
/** Longer than an attempt with its time-outs can take, also on a busy machine. */
const LEASE_MS = 2 * MINUTE;

type Deps = Pick<Ports, 'mails' | 'mailer' | 'traces'>;

export interface MailSender {
  /** Begins what is due, without waiting for its end. */
  run(): Promise<void>;
  idle(): Promise<void>;
  /** No new attempt begins; resolves when those on their way have ended. */
  stop(): Promise<void>;
}

/**
 * @param chance [0, 1), for the spread of retries
 * @param report of failures of ours, and of each mail that is given up
 */
export function createMailSender(deps: Deps, chance: () => number, report: (error: unknown) => void): MailSender {
  const attempts = underWay<ClaimedMail>(AT_ONCE, report);
  return {
    idle: attempts.idle,
    stop: attempts.stop,
    async run() {
      for (let room = attempts.room(); room > 0; room = attempts.room()) {
        const claimed = await deps.mails.claim(room, LEASE_MS);
        for (const one of claimed)
          attempts.begin(one.id, one, async () => {
            const work = () => attempt(deps, one, chance, report);
            await deps.traces.resume('mail', one.origin, work, (outcome) => factsOf(one, outcome));
          });
        if (claimed.length === 0) return;
      }
    },
  };
}

/** A mail server that refuses is no fault of ours, so that nothing else of the span says it. */
const factsOf = ({ attempt }: ClaimedMail, { status }: MailOutcome): SpanFacts => ({
  'assay.attempt': attempt,
  'assay.outcome': status,
});

async function attempt(
  { mails, mailer }: Deps,
  claimed: ClaimedMail,
  chance: () => number,
  report: (error: unknown) => void,
): Promise<MailOutcome> {
  const outcome = await sent(mailer, claimed, chance());
  const isWritten = await mails.settle(claimed, outcome);
  if (isWritten && outcome.status === 'failed')
    report(new Error(`mail ${claimed.id} was given up after ${claimed.attempt} attempts: ${outcome.error}`));
  return outcome;
}

const UNOPENED = 'Its text does not open under the present key of the service.';

const ENDED = 'Its link has ended.';

async function sent(
  mailer: Deps['mailer'],
  { attempt, mail, leftMs }: ClaimedMail,
  chance: number,
): Promise<MailOutcome> {
  if (mail === null) return { status: 'failed', error: UNOPENED };
  const restMs = leftMs ?? Number.POSITIVE_INFINITY;
  if (restMs <= 0) return { status: 'failed', error: ENDED };
  try {
    await mailer.send(mail);
    return { status: 'delivered' };
  } catch (cause) {
    const error = reasonOf(cause);
    const mayPass = cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE';
    const pauseMs = mayPass ? pauseAfter(MAIL_PAUSES_MS, attempt, chance) : null;
    return pauseMs === null || pauseMs >= restMs ? { status: 'failed', error } : { status: 'pending', pauseMs, error };
  }
}

/** What the mail server said, if it said something; at most 500 characters. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof AppError)) return (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
  return cause.cause === undefined ? cause.detail : reasonOf(cause.cause);
}

/** The text of a mail that was given up, for who sends it again: no link in a mail counts for longer. */
const DEAD_TEXT_MS = 7 * DAY;
/** That a mail was sent, and to whom. */
const ENDED_MS = 30 * DAY;
/** In one transaction. */
const FORGOTTEN_AT_ONCE = 5_000;

/** @param fileDays so long a mailer keeps what it writes itself */
export const mailPurgeJob =
  (deps: Pick<Ports, 'mails' | 'mailer' | 'clock'>, fileDays: number) =>
  async (lost?: AbortSignal): Promise<void> => {
    const ages = { deadTextMs: DEAD_TEXT_MS, endedMs: ENDED_MS };
    while (!lost?.aborted && (await deps.mails.forget(ages, FORGOTTEN_AT_ONCE)) >= FORGOTTEN_AT_ONCE);
    await deps.mailer.forget(new Date(deps.clock.now().getTime() - fileDays * DAY));
  };

/** So long nothing is sent although something waits: the operator should know. */
const STUCK_MS = HOUR;

/** A sentence for the operator, at /health; null: all is well. No number, since each mail tells of somebody's account. */
export const mailProblem = async ({ mails }: Pick<Ports, 'mails'>): Promise<string | null> =>
  (await mails.flow(STUCK_MS)).isStuck
    ? 'Mails wait for more than an hour, and none was sent meanwhile: look at the mail server.'
    : null;
