/**
 * The 1024 numbers of `dino_embedding`: SIFT -> RootSIFT -> PCA -> VLAD. Compared by cosine. The same for a mirrored copy:
 * every descriptor counts as it is or as the mirrored picture's, whichever a word is nearer to.
 * The projection and the words are learned by training/fingerprintTables.ts; models/vlad-1024.md is their card.
 * @module
 */
import type { LocalFeatures } from '../features/localFeatures.ts';
import { mirrorDescriptors } from '../features/mirrorDescriptors.ts';
import { project } from '../features/pca.ts';
import { rootSift } from '../features/rootSift.ts';
import { sift } from '../features/sift.ts';
import { vlad } from '../features/vlad.ts';
import type { Plane } from '../raster.ts';
import { firstAxis } from '../signal/unitVector.ts';
import { DESCRIPTOR_AXES, DESCRIPTOR_MEAN, VLAD_WORDS } from './vladCodebook.ts';

/** Features of a fingerprint; more cost time and add little (docs/decisions/0003-fingerprints.md). */
const FEATURES_MAX = 1000;
export const SIFT_VLAD_LENGTH = 1024;
/** Numbers of a descriptor after the projection. 16 x 64 words beat 32 x 32 and 64 x 16 (docs/decisions/0003-fingerprints.md). */
export const DESCRIPTOR_DIMENSION = 16;

/**
 * With fewer features than this a VLAD is chance: two pictures of one feature each are alike as soon as both fall to the
 * same word. A photograph of 168 x 112 pixels has about 40.
 */
const FEATURES_MIN = 8;

/** The features that the codebook was learned from and that a fingerprint aggregates. */
export function fingerprintFeatures(luma: Plane): LocalFeatures {
  return sift(luma, { featuresMax: FEATURES_MAX });
}

/** @param features those of `fingerprintFeatures`. Unit length, always; next to no features become the first axis */
export function siftVlad({ keypoints, descriptors }: LocalFeatures): Float32Array {
  if (keypoints.count < FEATURES_MIN) return firstAxis(SIFT_VLAD_LENGTH);
  const forms = [descriptors, mirrorDescriptors(descriptors)].map((form) =>
    project(rootSift(form), { mean: DESCRIPTOR_MEAN, axes: DESCRIPTOR_AXES }),
  );
  return vlad(forms, VLAD_WORDS, DESCRIPTOR_DIMENSION);
}
