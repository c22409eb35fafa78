/** The fingerprint of a picture in the shapes in which it is looked up and stored. @module */
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { fingerprint, fingerprintVectors as vectorsOf, pictureEmbeddings } from '@assay/core/fingerprint/fingerprint';
import type { Raster } from '@assay/core/raster';
import type { Embeddings, FingerprintVectors, StoredFingerprint } from '../../app/ports/verify/engine.ts';
import { BUILT_IN, type EmbedderFiles, loadEmbedders } from '../models/embedders.ts';
import { localRecord } from './localFeatures.ts';

export function storedFingerprint(picture: Raster, files: EmbedderFiles = BUILT_IN): StoredFingerprint {
  const { embedders } = loadEmbedders(files);
  const { local, ...vectors } = fingerprint(picture, embedders);
  return { ...vectors, model: embeddingModelOf(embedders), local: localRecord(local) };
}

/** The same of a picture that nobody looks for later. */
export function fingerprintVectors(picture: Raster, files: EmbedderFiles = BUILT_IN): FingerprintVectors {
  const { embedders } = loadEmbedders(files);
  return { ...vectorsOf(picture, embedders), model: embeddingModelOf(embedders) };
}

/** What of it a hash does not tell. */
export function embeddingsOf(picture: Raster, files: EmbedderFiles = BUILT_IN): Embeddings {
  const { embedders } = loadEmbedders(files);
  return { ...pictureEmbeddings(picture, embedders), model: embeddingModelOf(embedders) };
}
