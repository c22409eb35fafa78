/** Finding stored pictures of which a submitted one shows a part, or that are a part of it. @module */
import type { VerificationScope } from './assets.ts';
import type { LocalQuery } from '../verify/engine.ts';

export interface LocalMatch {
  readonly assetId: string;
  /** Cells of the pictures in which features agree on one similarity; see `LOCAL_INLIERS_MIN`. */
  readonly inliers: number;
}

export interface LocalSearch {
  /** Stored pictures that agree with the query, those with most inliers first; impostors are left out. */
  find(query: LocalQuery, scope: VerificationScope): Promise<readonly LocalMatch[]>;
}
