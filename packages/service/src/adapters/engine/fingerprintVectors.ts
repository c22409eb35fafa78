/** The fingerprint of a picture in the shape in which it is stored. @module */
import { EMBEDDING_MODEL, fingerprint } from '@assay/core/fingerprint/fingerprint';
import type { Raster } from '@assay/core/raster';
import type { FingerprintVectors } from '../../app/ports/engine.ts';
import { localRecord } from './localFeatures.ts';

export function fingerprintVectors(picture: Raster): FingerprintVectors {
  const { local, ...vectors } = fingerprint(picture);
  return { ...vectors, model: EMBEDDING_MODEL, local: localRecord(local) };
}
