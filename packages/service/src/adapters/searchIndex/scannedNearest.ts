/**
 * Nearest fingerprints for the embedded database, which has no index of vectors: a scan in this process instead of one in
 * the database, which reads ten times as many bytes for it. PostgreSQL has its own indexes and needs none of this.
 * @module
 */
import type { Assets } from '../../app/ports/assets/assets.ts';
import { type Nearest, scanRecord } from '@assay/core/search/vectorScan';
import { mergeInTurns } from '../db/fingerprints/nearest.ts';
import type { SearchRows } from '../db/fingerprints/searchRows.ts';
import type { SearchIndex } from './searchIndex.ts';

export function createScannedNearest(index: SearchIndex, rows: SearchRows): Assets['nearest'] {
  return async (fingerprint, limitEach, scope) => {
    const { model, pdqDihedral: pdqForms } = fingerprint;
    const query = { record: model === null ? null : scanRecord(fingerprint), pdqForms, model };
    const ids = await index.search(async (ask) => {
      const organizationIds = await rows.organizationsIn(scope);
      const { embedding768, embedding1024, pdq } = await ask<Nearest>({
        kind: 'nearest',
        query,
        organizationIds,
        count: limitEach,
      });
      return mergeInTurns([embedding768, embedding1024, pdq], limitEach);
    });
    return ids === null ? [] : rows.fingerprintsOf(ids, scope);
  };
}
