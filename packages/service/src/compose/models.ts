/** The models of this installation, for the operator: which they are, whether they are whole, and how their similarities read. @module */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CalibrationKnots } from '@assay/core/fingerprint/calibration';
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { type Embedders, embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { CANVAS_SIDE_MAX } from '@assay/core/fingerprint/fingerprint';
import type { Raster } from '@assay/core/raster';
import { dot } from '@assay/core/signal/unitVector';
import { fingerprintFeatures } from '@assay/core/fingerprint/siftVlad';
import { sideCarPath } from '../adapters/models/embedderFile.ts';
import { type EmbedderFiles, type EmbedderRole, openEmbedder, openEmbedders } from '../adapters/models/embedders.ts';
import { readModel, SHIPPED_MODELS } from '../adapters/models/modelFile.ts';
import type { Config } from '../config/config.ts';

/** One impostor pair in this many exceeds the value that reads 0.8; docs/decisions/0003-fingerprints.md. */
const IMPOSTORS_PER_MATCH = 100_000;
/** With fewer photos the quantile is far from what was asked for: 100 give 4,950 pairs. */
export const CALIBRATION_PHOTOS_MIN = 100;

const MATCH_MAX = 0.9999;

export interface ModelFile {
  readonly file: string;
  readonly bytes: number;
  /** Null = whole: its SHA-256 is the one that its side-car says. */
  readonly problem: string | null;
}

/** The models that come with Assay, by name. */
export function shippedModels(): readonly ModelFile[] {
  const names = readdirSync(SHIPPED_MODELS).filter((name) => name.endsWith('.onnx'));
  return names.sort().map((name) => {
    const file = path.join(SHIPPED_MODELS, name);
    return {
      file: name,
      bytes: statSync(file).size,
      problem: problemOf(() => readModel(SHIPPED_MODELS, path.basename(name, '.onnx'))),
    };
  });
}

/** As the side-car of each says; a start refuses a model that has another one. */
export const modelHashes = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(SHIPPED_MODELS)
      .filter((name) => name.endsWith('.onnx'))
      .sort()
      .map((name) => [
        name,
        (
          JSON.parse(readFileSync(path.join(SHIPPED_MODELS, name.replace(/onnx$/, 'json')), 'utf8')) as {
            sha256: string;
          }
        ).sha256,
      ]),
  );

export interface UsedEmbedders {
  /** What new fingerprints will say in `embedding_model`; null if a file cannot be used. */
  readonly model: string | null;
  readonly problem: string | null;
}

export function embedderFilesOf({
  embedding768Model,
  embedding1024Model,
}: Pick<Config, 'embedding768Model' | 'embedding1024Model'>): EmbedderFiles {
  return { embedding768: embedding768Model, embedding1024: embedding1024Model };
}

/** Opens and tests what the settings name. */
export function usedEmbedders(files: EmbedderFiles): UsedEmbedders {
  let embedders: Embedders | null = null;
  const problem = problemOf(() => {
    ({ embedders } = openEmbedders(files));
  });
  return { model: embedders && embeddingModelOf(embedders), problem };
}

function problemOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/**
 * Measures how alike an embedder finds pictures that have nothing in common, and writes the two points of its scale into
 * its side-car: 0 = the median of impostor (non-mated) pairs, 0.8 = what one pair in 100,000 exceeds (with few photos: the greatest seen).
 * @param photos of different things, each once; decoded one at a time
 * @throws {ModelError} if the files are no model of that role
 * @throws {RangeError} for fewer than `CALIBRATION_PHOTOS_MIN` photos
 */
export async function calibrateEmbedder(
  role: EmbedderRole,
  model: string,
  photos: readonly (() => Promise<Raster>)[],
): Promise<CalibrationKnots> {
  if (photos.length < CALIBRATION_PHOTOS_MIN)
    throw new RangeError(`a calibration needs at least ${CALIBRATION_PHOTOS_MIN} photos, there are ${photos.length}`);
  const { embedder } = openEmbedder(role, model);
  const vectors: Float32Array[] = [];
  for (const read of photos) {
    const picture = await read();
    const canvas = canvasOf(picture, CANVAS_SIDE_MAX);
    vectors.push(embedder.embed({ picture, canvas, features: fingerprintFeatures(canvas.luma) }));
  }
  const knots = impostorKnots(vectors);
  const sideCar = sideCarPath(model);
  const description = JSON.parse(readFileSync(sideCar, 'utf8')) as Record<string, unknown>;
  writeFileSync(sideCar, `${JSON.stringify({ ...description, calibration: knots }, null, 2)}\n`);
  return knots;
}

/** Median and 1 - 1e-5 quantile of the cosines of all pairs. */
export function impostorKnots(vectors: readonly Float32Array[]): CalibrationKnots {
  const cosines = new Float64Array((vectors.length * (vectors.length - 1)) / 2);
  let pair = 0;
  for (let i = 0; i < vectors.length; i++)
    for (let j = 0; j < i; j++) cosines[pair++] = dot(vectors[i] as Float32Array, vectors[j] as Float32Array);
  cosines.sort();
  // A network that finds two different pictures the same has no place left for copies; the scale needs one.
  const at = (share: number): number =>
    Math.min(MATCH_MAX, Number((cosines[Math.min(pair - 1, Math.ceil(share * pair))] as number).toFixed(4)));
  return { floor: at(0.5), match: at(1 - 1 / IMPOSTORS_PER_MATCH) };
}
