/** Mails to people: written down with what causes them, sent afterwards. @module */
import type { Origin } from '../runtime/traces.ts';

export interface Mail {
  /** One address, valid by `isEmail`. */
  readonly to: string;
  /** One line that names the purpose. */
  readonly subject: string;
  /** Plain text; links stand whole on lines of their own. */
  readonly text: string;
  /** From now until its link ends, ms: later it is of no use to anybody. Absent: it has no link, or one that works for long. */
  readonly validForMs?: number;
}

/** A mail on its way; both are the same at every attempt, so that a mailbox can tell a repetition. */
export interface PostedMail extends Mail {
  readonly id: string;
  /** When it was written. */
  readonly date: Date;
}

export interface Mailer {
  /** Returns once the mail is handed over for good. @throws {AppError} SERVICE_UNAVAILABLE when that fails and may pass; anything else is final */
  send(mail: PostedMail): Promise<void>;
  /** Forgets mails of before that it keeps itself; how many. */
  forget(before: Date): Promise<number>;
}

/** A mail that this process alone may send until its lease ends. */
export interface ClaimedMail {
  readonly id: string;
  /** Attempts begun, this one counted. */
  readonly attempt: number;
  /** Until its link ends, ms by the clock of the database; not above 0: it has ended. Null: it has no end. */
  readonly leftMs: number | null;
  /** Null: it was sealed under another key encryption key, or is not of its row. */
  readonly mail: PostedMail | null;
  /** Of what it tells of. */
  readonly origin: Origin;
}

/** What became of an attempt. */
export type MailOutcome =
  | { readonly status: 'delivered' }
  /** Tried again after the pause. */
  | { readonly status: 'pending'; readonly pauseMs: number; readonly error: string }
  | { readonly status: 'failed'; readonly error: string };

/** Of one that was given up. */
export interface DeadMail extends Pick<Mail, 'to' | 'subject'> {
  readonly id: string;
  readonly attempts: number;
  readonly error: string;
  readonly createdAt: Date;
  /** False: its text is forgotten or its link has ended, so it cannot be sent again. */
  readonly hasText: boolean;
}

/** How the sending goes, by the clock of the database. */
export interface MailFlow {
  /** Neither sent nor given up. */
  readonly waiting: number;
  readonly dead: number;
  /** One waits since before, and none was sent after. */
  readonly isStuck: boolean;
}

/** What the operator may see and do. */
export interface DeadMails {
  /** Those that were given up, the latest first. */
  dead(limit: number): Promise<readonly DeadMail[]>;
  /** Due at once, with all of its attempts anew; null: all that have their text and no link that ended. How many. */
  sendAgain(ids: readonly string[] | null): Promise<number>;
}

/**
 * Mails as rows, from the transaction of what causes them to the mail server; one queue for all processes on a database.
 * Its leases and pauses go by the clock of the database.
 */
export interface MailQueue extends DeadMails {
  /** Takes mails that are due, or whose lease ended with the process that held it. */
  claim(limit: number, leaseMs: number): Promise<readonly ClaimedMail[]>;
  /** A mail that was sent loses its text. False: the lease ended meanwhile, and the attempt counts no more. */
  settle(claimed: Pick<ClaimedMail, 'id' | 'attempt'>, outcome: MailOutcome): Promise<boolean>;
  /** @param stuckMs so long nothing is sent although something waits */
  flow(stuckMs: number): Promise<MailFlow>;
  /**
   * Forgets the text of those that were given up so long ago, and rows that ended so long ago; ms. At most `limit` of each at once;
   * of how many, whichever were more.
   */
  forget(ages: { readonly deadTextMs: number; readonly endedMs: number }, limit: number): Promise<number>;
}
