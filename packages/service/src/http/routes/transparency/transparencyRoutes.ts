/** The transparency log. @module */
import type { Route } from '../../httpDeps.ts';
import { checkpointTimestampRoute } from './checkpointTimestamp.ts';
import { earlierCheckpointRoute } from './earlierCheckpoint.ts';
import { latestCheckpointRoute } from './latestCheckpoint.ts';
import { logTileRoute } from './logTile.ts';
import { proveConsistencyRoute } from './proveConsistency.ts';
import { proveInclusionRoute } from './proveInclusion.ts';
import { transparencyLogRoute } from './transparencyLog.ts';

export const transparencyRoutes: readonly Route[] = [
  transparencyLogRoute,
  proveInclusionRoute,
  proveConsistencyRoute,
  latestCheckpointRoute,
  earlierCheckpointRoute,
  checkpointTimestampRoute,
  logTileRoute,
];
