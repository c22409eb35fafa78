/** How far a job came that walks over everything there is, so that the next process goes on there. @module */

export interface JobWalk {
  readonly begunAt: Date;
  /** The last one that was looked at; empty: none yet. Null: the walk has ended. */
  readonly after: string | null;
}

export interface JobWalks {
  /** The latest; null: there was none. */
  find(job: string): Promise<JobWalk | null>;
  put(job: string, walk: JobWalk): Promise<void>;
}
