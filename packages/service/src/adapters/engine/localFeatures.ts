/** Local features of a picture in the shapes in which they are stored and looked for. @module */
import { type CompactFeatures, decodeFeatures, encodeFeatures } from '@assay/core/search/compactFeatures';
import { encodeIndexRecord, indexRecord } from '@assay/core/search/indexRecord';
import { queryFeatures } from '@assay/core/search/queryFeatures';
import type { Raster } from '@assay/core/raster';
import type { LocalQuery, LocalRecord } from '../../app/ports/verify/engine.ts';

/** The record is that of the features as they will be read again. */
export function localRecord(local: CompactFeatures): LocalRecord {
  const features = encodeFeatures(local);
  return { features, record: encodeIndexRecord(indexRecord(decodeFeatures(features))) };
}

export function localQuery(picture: Raster): LocalQuery {
  const { upright, mirrored } = queryFeatures(picture);
  return { upright: encodeFeatures(upright), mirrored: encodeFeatures(mirrored) };
}
