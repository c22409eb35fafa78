/** The right of one process to work on a row for a while; the clock is the database's: docs/spec/data.md#leases. @module */

/** Who wants to work, and for how long at first. */
export interface LeaseRequest {
  /** Names the process; no two have the same. */
  readonly owner: string;
  readonly ms: number;
}

/** The right to write down what came of the work. */
export interface Lease {
  readonly owner: string;
  /** 1 for the first holder; grows with each. */
  readonly number: number;
}
