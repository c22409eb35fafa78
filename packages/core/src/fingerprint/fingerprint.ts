/**
 * The fingerprint of a picture, by which its copies are found: a perceptual hash and two embeddings; and local features.
 * @module
 */
import type { Raster } from '../raster.ts';
import { canvasOf } from './canvas.ts';
import { hogLab } from './hogLab.ts';
import { pdq } from './pdq.ts';
import { type CompactFeatures, compactFeatures } from '../search/compactFeatures.ts';
import { fingerprintFeatures, siftVlad } from './siftVlad.ts';

/**
 * What made `clip` and `dino`, stored as `embedding_model`. A change of any number that they depend on (recipe, learned
 * tables) raises the version behind the slash, for vectors of different models must not be compared.
 */
export const EMBEDDING_MODEL = 'assay-hog-lab-768/1+assay-sift-vlad-1024/1';

export interface Fingerprint {
  /** 32 bytes; `pdqHex` writes them. */
  readonly pdq: Uint8Array;
  /** Hashes of the eight turned and mirrored pictures (`PDQ_DIHEDRAL`); the first is `pdq`. */
  readonly pdqDihedral: readonly Uint8Array[];
  /** 0..100; below 50 the picture is too plain for PDQ to mean much. */
  readonly pdqQuality: number;
  /** 768 numbers of unit length: edges and colours by place. */
  readonly clip: Float32Array;
  /** 1024 numbers of unit length: local features without place. */
  readonly dino: Float32Array;
  /** The strongest local features with their places, for local search. */
  readonly local: CompactFeatures;
}

/** Longer side, in pixels, of the picture that the embeddings see; larger ones are reduced first. */
export const CANVAS_SIDE_MAX = 512;

/** Deterministic; finite and of unit length for every picture, however flat or small. Needs an upright picture. */
export function fingerprint(picture: Raster): Fingerprint {
  const { hash, dihedral, quality } = pdq(picture);
  const canvas = canvasOf(picture, CANVAS_SIDE_MAX);
  const features = fingerprintFeatures(canvas.luma);
  return {
    pdq: hash,
    pdqDihedral: dihedral,
    pdqQuality: quality,
    clip: hogLab(canvas),
    dino: siftVlad(features),
    local: compactFeatures(features, canvas.luma),
  };
}
