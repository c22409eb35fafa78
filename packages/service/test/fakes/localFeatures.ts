/** Local features of a picture in which none was found, as they are stored and looked for. @module */
import { compactFeatures, encodeFeatures } from '@assay/core/search/compactFeatures';
import { localRecord } from '../../src/adapters/engine/localFeatures.ts';
import type { LocalQuery, LocalRecord } from '../../src/app/ports/verify/engine.ts';

const none = new Float32Array(0);
const NONE = compactFeatures(
  {
    keypoints: { count: 0, x: none, y: none, scale: none, orientation: none, contrast: none },
    descriptors: new Uint8Array(0),
  },
  { width: 640, height: 480 },
);

export const NO_LOCAL_FEATURES: LocalRecord = localRecord(NONE);

export const NO_LOCAL_QUERY: LocalQuery = { upright: encodeFeatures(NONE), mirrored: encodeFeatures(NONE) };
