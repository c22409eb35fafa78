/** Stands where a test does not read the transparency log. @module */
import type { TransparencyLog } from '../../src/app/ports/ledger/transparencyLog.ts';
import { onlyInDatabase } from './onlyInDatabase.ts';

export const noTransparencyLog: TransparencyLog = {
  identity: onlyInDatabase('transparencyLog.identity'),
  latest: onlyInDatabase('transparencyLog.latest'),
  checkpointOf: onlyInDatabase('transparencyLog.checkpointOf'),
  inclusionProof: onlyInDatabase('transparencyLog.inclusionProof'),
  inclusionProofAt: onlyInDatabase('transparencyLog.inclusionProofAt'),
  consistencyProof: onlyInDatabase('transparencyLog.consistencyProof'),
  tile: onlyInDatabase('transparencyLog.tile'),
  entries: onlyInDatabase('transparencyLog.entries'),
  anchorOf: onlyInDatabase('transparencyLog.anchorOf'),
  latestAnchor: onlyInDatabase('transparencyLog.latestAnchor'),
  timestampOf: onlyInDatabase('transparencyLog.timestampOf'),
  latestCosigned: onlyInDatabase('transparencyLog.latestCosigned'),
  latestTimestamp: onlyInDatabase('transparencyLog.latestTimestamp'),
};
