/** What was tried as often as it may be and given up, for the operator. @module */

export const DEAD_QUEUES = ['uploads', 'deliveries', 'mails'] as const;
export type DeadQueue = (typeof DEAD_QUEUES)[number];

export interface DeadLetter {
  readonly queue: DeadQueue;
  readonly id: string;
  /** Whose it is, and what: no content, no address of a person. */
  readonly about: string;
  readonly reason: string;
  readonly attempts: number;
  /** When it was given up, ISO 8601. */
  readonly since: string;
}

export interface DeadLetters {
  /** The latest first. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** The endpoint that a failed delivery was for; null: there is no such delivery, or it did not fail. */
  endpointOf(deliveryId: string): Promise<string | null>;
}
