/** Answers for /health. @module */

/** How a part of the service is, by what its jobs in this process last found. */
export interface Condition {
  /** Sentences for the operator; empty if all is well. */
  problems(): readonly string[];
}

export interface HealthProbe {
  /** Rejects or returns false when the thing is not usable; must answer within two seconds. */
  check(): Promise<boolean>;
}
