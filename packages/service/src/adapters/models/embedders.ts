/** The embedders of this process: built in, or from the files that the operator names. @module */
import path from 'node:path';
import type { SimilarityConfig } from '@assay/core/fingerprint/calibration';
import { type Embedder, type Embedders, HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import { BUILT_IN_SIMILARITY } from './builtInSimilarity.ts';
import { type EmbedderFile, readEmbedderFile, sideCarPath } from './embedderFile.ts';
import { testEmbedder } from './embedderTest.ts';
import { ModelError, SHIPPED_MODELS } from './modelFile.ts';
import { networkEmbedder } from './networkEmbedder.ts';

/** Paths of ONNX files; null = built in. */
export interface EmbedderFiles {
  readonly clip: string | null;
  readonly dino: string | null;
}

export const BUILT_IN: EmbedderFiles = { clip: null, dino: null };

/**
 * Files in the folder of shipped models that embed where no setting names others; null = HANDCRAFTED, which needs none.
 * Each took its place by winning bench/retrieval/embedderRecall.ts, docs/decisions/0011-embedders.md.
 */
const SHIPPED: EmbedderFiles = { clip: 'assay-copy-768.onnx', dino: null };

export type EmbedderRole = keyof EmbedderFiles;

/** Vectors of these sizes: interface.md, "Fingerprint". */
export const EMBEDDING_LENGTH = { clip: 768, dino: 1024 } as const satisfies Record<EmbedderRole, number>;
export const EMBEDDER_SETTING = { clip: 'ASSAY_CLIP_MODEL', dino: 'ASSAY_DINO_MODEL' } as const;

export interface LoadedEmbedders {
  readonly embedders: Embedders;
  /** What makes their similarities readable, for `similarity`. */
  readonly similarity: SimilarityConfig;
}

const loaded = new Map<string, LoadedEmbedders>();

/**
 * The same as `openEmbedders`, which it does when it is first asked, once in each thread: each thread that examines
 * pictures needs sessions of its own.
 */
export function loadEmbedders(files: EmbedderFiles): LoadedEmbedders {
  const key = JSON.stringify([files.clip, files.dino]);
  const known = loaded.get(key) ?? openEmbedders(files);
  loaded.set(key, known);
  return known;
}

/** Reads, opens and tests the files. @throws {ModelError} naming the setting, the file and the remedy */
export function openEmbedders(files: EmbedderFiles): LoadedEmbedders {
  const clip = files.clip === null ? null : openEmbedder('clip', files.clip);
  const dino = files.dino === null ? null : openEmbedder('dino', files.dino);
  return {
    embedders: { clip: clip?.embedder ?? builtIn('clip'), dino: dino?.embedder ?? builtIn('dino') },
    similarity: combinedSimilarity(clip?.file ?? null, dino?.file ?? null),
  };
}

function builtIn(role: EmbedderRole): Embedder {
  const shipped = SHIPPED[role];
  return shipped === null ? HANDCRAFTED[role] : openEmbedder(role, path.join(SHIPPED_MODELS, shipped)).embedder;
}

/** A network with its file, tested. @throws {ModelError} naming the setting */
export function openEmbedder(role: EmbedderRole, model: string): { embedder: Embedder; file: EmbedderFile } {
  try {
    const file = readEmbedderFile(model);
    const embedder = networkEmbedder(file, EMBEDDING_LENGTH[role]);
    testEmbedder(embedder, file.path);
    return { embedder, file };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError(`${EMBEDDER_SETTING[role]}: ${reason}`, { cause });
  }
}

/**
 * Embedders that were not measured together have no knots of their weighted mean: `average` is the mean of the calibrated
 * similarities then.
 */
function combinedSimilarity(clip: EmbedderFile | null, dino: EmbedderFile | null): SimilarityConfig {
  if (clip === null && dino === null) return BUILT_IN_SIMILARITY;
  const { knots, weights } = BUILT_IN_SIMILARITY;
  const own = { clip: clip ? knotsOf('clip', clip) : knots.clip, dino: dino ? knotsOf('dino', dino) : knots.dino };
  const names = [clip, dino].map((file) => (file ? `${file.name}${JSON.stringify(file.calibration)}` : 'built-in'));
  return { name: names.join('+'), weights, knots: { ...own, pdq: knots.pdq, average: null } };
}

function knotsOf(role: EmbedderRole, { path, calibration }: EmbedderFile): NonNullable<EmbedderFile['calibration']> {
  if (!calibration)
    throw new ModelError(
      `${EMBEDDER_SETTING[role]}: ${sideCarPath(path)}: has no "calibration", so that its similarities would mean nothing; measure it with: assay models calibrate ${role} ${path} --photos FOLDER`,
    );
  return calibration;
}
