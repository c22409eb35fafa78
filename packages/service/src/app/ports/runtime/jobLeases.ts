/** Which process does a job that must not run twice at once; by the clock of the database. @module */

export interface JobLeases {
  /** True: this owner has the job for so long. */
  take(job: string, owner: string, ms: number): Promise<boolean>;
  /** False: it ended, and another owner may have it. */
  renew(job: string, owner: string, ms: number): Promise<boolean>;
  /** Anybody may have it at once. */
  end(job: string, owner: string): Promise<void>;
  /** Ends every lease. Only for a database that no other process can use. */
  endAll(): Promise<void>;
}
