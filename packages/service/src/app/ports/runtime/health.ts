/** Answers for /health. @module */

export interface HealthProbe {
  /** Rejects or returns false when the thing is not usable; must answer within a second. */
  check(): Promise<boolean>;
}
