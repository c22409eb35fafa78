/** The fingerprint of a picture in the shape in which it is stored. @module */
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import type { Raster } from '@assay/core/raster';
import type { StoredFingerprint } from '../../app/ports/verify/engine.ts';
import { BUILT_IN, type EmbedderFiles, loadEmbedders } from '../models/embedders.ts';
import { localRecord } from './localFeatures.ts';

export function fingerprintVectors(picture: Raster, files: EmbedderFiles = BUILT_IN): StoredFingerprint {
  const { embedders } = loadEmbedders(files);
  const { local, ...vectors } = fingerprint(picture, embedders);
  return { ...vectors, model: embeddingModelOf(embedders), local: localRecord(local) };
}
