/**
 * The fingerprint of a picture, by which its copies are found: a perceptual hash and two embeddings; and local features.
 * @module
 */
import type { Raster } from '../raster.ts';
import { canvasOf } from './canvas.ts';
import { type Embedders, embeddingModelOf, HANDCRAFTED } from './embedder.ts';
import { pdq } from './pdq.ts';
import { type CompactFeatures, compactFeatures } from '../search/compactFeatures.ts';
import { fingerprintFeatures } from './siftVlad.ts';

/** What makes `embedding768` and `embedding1024` unless `fingerprint` is given other embedders. */
export const EMBEDDING_MODEL = embeddingModelOf(HANDCRAFTED);

export interface Fingerprint {
  /** 32 bytes; `pdqHex` writes them. */
  readonly pdq: Uint8Array;
  /** Hashes of the eight turned and mirrored pictures (`PDQ_DIHEDRAL`); the first is `pdq`. */
  readonly pdqDihedral: readonly Uint8Array[];
  /** 0..100; below 50 the picture is too plain for PDQ to mean much. */
  readonly pdqQuality: number;
  /** 768 numbers of unit length; `clip_embedding` of the wire. */
  readonly embedding768: Float32Array;
  /** 1024 numbers of unit length; `dino_embedding` of the wire. */
  readonly embedding1024: Float32Array;
  /** The strongest local features with their places, for local search. */
  readonly local: CompactFeatures;
}

/** Longer side, in pixels, of the picture that the embeddings see; larger ones are reduced first. */
export const CANVAS_SIDE_MAX = 512;

/** Of a fingerprint, what two pictures are held together by; without what is kept to find one within another. */
export type FingerprintVectors = Omit<Fingerprint, 'local'>;
export type PictureHash = Pick<Fingerprint, 'pdq' | 'pdqDihedral' | 'pdqQuality'>;
export type Embeddings = Pick<Fingerprint, 'embedding768' | 'embedding1024'>;

/** Deterministic; finite and of unit length for every picture, however flat or small. Needs an upright picture. */
export function fingerprint(picture: Raster, embedders: Embedders = HANDCRAFTED): Fingerprint {
  const { features, canvas, ...vectors } = described(picture, embedders);
  return { ...vectors, local: compactFeatures(features, canvas.luma) };
}

/** `fingerprint` of a picture that is looked up and not stored. */
export function fingerprintVectors(picture: Raster, embedders: Embedders = HANDCRAFTED): FingerprintVectors {
  const { features: _, canvas: __, ...vectors } = described(picture, embedders);
  return vectors;
}

/** The parts of a fingerprint one by one: the hash costs a tenth of the embeddings. */
export function pictureHash(picture: Raster): PictureHash {
  const { hash, dihedral, quality } = pdq(picture);
  return { pdq: hash, pdqDihedral: dihedral, pdqQuality: quality };
}

export function pictureEmbeddings(picture: Raster, embedders: Embedders = HANDCRAFTED): Embeddings {
  const { embedding768, embedding1024 } = embedded(picture, embedders);
  return { embedding768, embedding1024 };
}

const described = (picture: Raster, embedders: Embedders) => ({
  ...pictureHash(picture),
  ...embedded(picture, embedders),
});

function embedded(picture: Raster, embedders: Embedders) {
  const canvas = canvasOf(picture, CANVAS_SIDE_MAX);
  const features = fingerprintFeatures(canvas.luma);
  return {
    embedding768: embedders.embedding768.embed({ picture, canvas, features }),
    embedding1024: embedders.embedding1024.embed({ picture, canvas, features }),
    features,
    canvas,
  };
}
