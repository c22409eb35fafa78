/** The transparency log. @module */
import { readInTurns } from '../../../app/transparency/readInTurns.ts';
import type { Route } from '../../httpDeps.ts';
import { checkpointTimestampRoute } from './checkpointTimestamp.ts';
import { earlierCheckpointRoute } from './earlierCheckpoint.ts';
import { latestCheckpointRoute } from './latestCheckpoint.ts';
import { logTileRoute } from './logTile.ts';
import { proveConsistencyRoute } from './proveConsistency.ts';
import { proveInclusionRoute } from './proveInclusion.ts';
import { transparencyLogRoute } from './transparencyLog.ts';

const ROUTES: readonly Route[] = [
  transparencyLogRoute,
  proveInclusionRoute,
  proveConsistencyRoute,
  latestCheckpointRoute,
  earlierCheckpointRoute,
  checkpointTimestampRoute,
  logTileRoute,
];

/** One is read while the answer before is written. */
const READS_AT_ONCE = 2;

export const transparencyRoutes: readonly Route[] = [
  (app, deps) => {
    const transparencyLog = readInTurns(deps.ports.transparencyLog, READS_AT_ONCE);
    for (const route of ROUTES) route(app, { ...deps, ports: { ...deps.ports, transparencyLog } });
  },
];
