/** The fingerprint of a picture in the shape in which it is stored. @module */
import { EMBEDDING_MODEL, fingerprint } from '@assay/core/fingerprint/fingerprint';
import type { Raster } from '@assay/core/raster';
import type { FingerprintVectors } from '../../app/ports/engine.ts';

export function fingerprintVectors(picture: Raster): FingerprintVectors {
  return { ...fingerprint(picture), model: EMBEDDING_MODEL };
}
