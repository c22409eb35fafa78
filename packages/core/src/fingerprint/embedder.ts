/** What makes an embedding of a picture, and the two that need no network. @module */
import type { LocalFeatures } from '../features/localFeatures.ts';
import type { Raster } from '../raster.ts';
import type { Canvas } from './canvas.ts';
import { hogLab } from './hogLab.ts';
import { siftVlad } from './siftVlad.ts';

/** A picture as a fingerprint sees it; the parts are shared so that nothing is computed twice. */
export interface EmbedderInput {
  /** Upright, as decoded. */
  readonly picture: Raster;
  /** The picture reduced to at most `CANVAS_SIDE_MAX`. */
  readonly canvas: Canvas;
  /** Those of `fingerprintFeatures`. */
  readonly features: LocalFeatures;
}

export interface Embedder {
  /** Stands for recipe and weights: vectors of different names must not be compared. */
  readonly name: string;
  /** Deterministic; unit length, always; a picture in which it sees nothing becomes the first axis. */
  embed(input: EmbedderInput): Float32Array;
}

export interface Embedders {
  /** Of 768 numbers; `clip_embedding` of the wire. */
  readonly embedding768: Embedder;
  /** Of 1024 numbers; `dino_embedding` of the wire. */
  readonly embedding1024: Embedder;
}

/**
 * Edges and colours by place; local features without place. A change of any number that a vector depends on (recipe,
 * learned tables) raises the version behind the slash.
 */
export const HANDCRAFTED: Embedders = {
  embedding768: { name: 'assay-hog-lab-768/1', embed: ({ canvas }) => hogLab(canvas) },
  embedding1024: { name: 'assay-sift-vlad-1024/2', embed: ({ features }) => siftVlad(features) },
};

/** What is stored as `embedding_model`, at most 100 characters. */
export function embeddingModelOf({ embedding768, embedding1024 }: Embedders): string {
  return `${embedding768.name}+${embedding1024.name}`;
}
