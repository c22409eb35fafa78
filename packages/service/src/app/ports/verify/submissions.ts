/** Submitted pictures that their senders asked to have kept for a while: docs/spec/verification.md#stored-submissions. @module */

/** The picture with the maps that its sender was told. */
export interface Submission {
  readonly picture: Uint8Array;
  /** Grey PNG; null: there was nothing to compare with. */
  readonly mapPng: Uint8Array | null;
  readonly presencePng: Uint8Array | null;
}

/** Written with its verification, sealed, in the same transaction: see `Verifications.log`. */
export interface KeptSubmission extends Submission {
  readonly userId: string;
  readonly keptUntil: Date;
}

export interface Submissions {
  /** Before the picture is judged; the row looks again. @throws {AppError} QUOTA_EXCEEDED: what is kept must fit beside what is stored */
  assertRoom(organizationId: string, bytes: number): Promise<void>;
  /** The maps alone, without opening the picture. Null: none was kept, or its time is over. */
  maps(verificationId: string, now: Date): Promise<Pick<Submission, 'mapPng' | 'presencePng'> | null>;
  /** Null: none was kept, or its time is over. */
  find(verificationId: string, now: Date): Promise<KeptSubmission | null>;
  /** Removes at most `limit` whose time is over. @returns how many */
  forgetOverdue(now: Date, limit: number): Promise<number>;
}
