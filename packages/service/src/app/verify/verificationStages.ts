/**
 * What a verification tells of itself while it runs, for whoever shows how far it is: every stage once, in the order of the list. One
 * that was not needed is told too, as skipped, so that a listener can count on all four.
 * @module
 */

/**
 * `read`: the file was decoded and its marks were looked for, or its bytes are those of a stored file. `searched`: stored pictures that
 * look alike were found, or none, and nothing more will be looked for. `compared`: the best of them were compared, and nothing more will
 * be. `judged`: the verdict is written down under its id. A stage is told when it is over, which does not say that the next had not
 * begun: a picture that a mark names, or the most similar one, is compared first, and only what it leaves open is searched for.
 */
export const VERIFICATION_STAGES = ['read', 'searched', 'compared', 'judged'] as const;
export type VerificationStage = (typeof VERIFICATION_STAGES)[number];

export interface ReachedStage {
  readonly stage: VerificationStage;
  /** Nothing had to be done for it. */
  readonly skipped: boolean;
}

/** Is called between two steps of the work, which waits for no promise of it. What it throws ends the verification, so it must not. */
export type OnStage = (reached: ReachedStage) => void;
