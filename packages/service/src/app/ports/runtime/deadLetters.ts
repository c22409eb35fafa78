/** What was given up, and what fails again and again, for the operator. @module */

export const DEAD_QUEUES = ['uploads', 'deliveries', 'mails', 'imports', 'commitments', 'pins'] as const;
export type DeadQueue = (typeof DEAD_QUEUES)[number];

/**
 * Commitments and pins are never given up, only tried more and more seldom: after so many failures in a row they are told of.
 * Of a commitment that is some ten minutes of trying, of a pin two hours.
 */
export const FAILURES_TOLD = 8;

export interface DeadLetter {
  readonly queue: DeadQueue;
  readonly id: string;
  /** Whose it is, and what: no content, no address of a person. */
  readonly about: string;
  readonly reason: string;
  /** Null of imports, whose files are what is tried. */
  readonly attempts: number | null;
  /** When it was given up, or tried last; of deliveries and commitments, when they began. ISO 8601. */
  readonly since: string;
}

export interface DeadLetters {
  /** The latest first. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** The endpoint that a failed delivery was for; null: there is no such delivery, or it did not fail. */
  endpointOf(deliveryId: string): Promise<string | null>;
  /** Has one that fails again and again tried at once, as if nothing had failed before; false: there is no such one. */
  tryNow(queue: 'commitments' | 'pins', id: string, at: Date): Promise<boolean>;
}
