/**
 * Nearest fingerprints for the embedded database, which has no index of vectors: a scan in this process instead of one in
 * the database, which reads ten times as many bytes for it. PostgreSQL has its own indexes and needs none of this.
 * @module
 */
import type { Assets } from '../../app/ports/assets.ts';
import { type Nearest, scanRecord } from '@assay/core/search/vectorScan';
import { mergeInTurns } from '../db/nearest.ts';
import type { SearchRows } from '../db/searchRows.ts';
import type { SearchIndex } from './searchIndex.ts';

/** @param otherwise while there are assets that the index does not know */
export function createScannedNearest(
  index: SearchIndex,
  rows: SearchRows,
  otherwise: Assets['nearest'],
): Assets['nearest'] {
  // Once it is, it stays so: nobody else writes to an embedded database, and what is written from now on is complete.
  let complete = false;
  return async (fingerprint, limitEach, scope) => {
    complete ||= await rows.complete();
    if (!complete) return otherwise(fingerprint, limitEach, scope);
    const { model, pdqDihedral: pdqForms } = fingerprint;
    const query = { record: scanRecord(fingerprint), pdqForms, model };
    const ids = await index.search(async (ask) => {
      const organizationIds = await rows.organizationsIn(scope);
      const { clip, dino, pdq } = await ask<Nearest>({ kind: 'nearest', query, organizationIds, count: limitEach });
      return mergeInTurns([clip, dino, pdq], limitEach);
    });
    return ids === null ? [] : rows.fingerprintsOf(ids, scope);
  };
}
