/** The embedders of this process: built in, or from the files that the operator names. @module */
import path from 'node:path';
import type { SimilarityConfig } from '@assay/core/fingerprint/calibration';
import { type Embedder, type Embedders, HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import { once } from '@assay/core/once';
import { EMBEDDING_LENGTH } from '@assay/core/fingerprint/embeddingLength';
import { BUILT_IN_SIMILARITY } from './builtInSimilarity.ts';
import { type EmbedderFile, readEmbedderFile, sideCarPath } from './embedderFile.ts';
import { testEmbedder } from './embedderTest.ts';
import { ModelError, SHIPPED_MODELS } from './modelFile.ts';
import { networkEmbedder } from './networkEmbedder.ts';

export type EmbedderRole = keyof Embedders;

/** Paths of ONNX files; null = built in. */
export type EmbedderFiles = Readonly<Record<EmbedderRole, string | null>>;

export const BUILT_IN: EmbedderFiles = { embedding768: null, embedding1024: null };

/**
 * Files in the folder of shipped models that embed where no setting names others; null = HANDCRAFTED, which needs none.
 * Each took its place by winning bench/retrieval/embedderRecall.ts, docs/decisions/0011-embedders.md.
 */
const SHIPPED: EmbedderFiles = { embedding768: 'assay-copy-768.onnx', embedding1024: null };

/** How operators name them: as the fields `clip_embedding` and `dino_embedding` of the wire. */
export const EMBEDDER_WORD = { embedding768: 'clip', embedding1024: 'dino' } as const satisfies Record<
  EmbedderRole,
  string
>;
export const EMBEDDER_SETTING = { embedding768: 'ASSAY_CLIP_MODEL', embedding1024: 'ASSAY_DINO_MODEL' } as const;

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
  const key = JSON.stringify([files.embedding768, files.embedding1024]);
  const known = loaded.get(key) ?? openEmbedders(files);
  loaded.set(key, known);
  return known;
}

/** Reads the files, and opens and tests those that settings name. @throws {ModelError} naming the setting, the file and the remedy */
export function openEmbedders(files: EmbedderFiles): LoadedEmbedders {
  const embedding768 = files.embedding768 === null ? null : openEmbedder('embedding768', files.embedding768);
  const embedding1024 = files.embedding1024 === null ? null : openEmbedder('embedding1024', files.embedding1024);
  return {
    embedders: {
      embedding768: embedding768?.embedder ?? builtIn('embedding768'),
      embedding1024: embedding1024?.embedder ?? builtIn('embedding1024'),
    },
    similarity: combinedSimilarity(embedding768?.file ?? null, embedding1024?.file ?? null),
  };
}

/**
 * A network that comes with the service is opened and tested when it first embeds: its file is the one that was shipped (SHA-256),
 * and the thread that answers requests, which asks for its name at the start, never embeds.
 */
function builtIn(role: EmbedderRole): Embedder {
  const shipped = SHIPPED[role];
  if (shipped === null) return HANDCRAFTED[role];
  const model = path.join(SHIPPED_MODELS, shipped);
  const open = once(() => openEmbedder(role, model).embedder);
  return { name: readEmbedderFile(model).name, embed: (input) => open().embed(input) };
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
function combinedSimilarity(embedding768: EmbedderFile | null, embedding1024: EmbedderFile | null): SimilarityConfig {
  if (embedding768 === null && embedding1024 === null) return BUILT_IN_SIMILARITY;
  const { knots, weights } = BUILT_IN_SIMILARITY;
  const own = {
    embedding768: embedding768 ? knotsOf('embedding768', embedding768) : knots.embedding768,
    embedding1024: embedding1024 ? knotsOf('embedding1024', embedding1024) : knots.embedding1024,
  };
  const names = [embedding768, embedding1024].map((file) =>
    file ? `${file.name}${JSON.stringify(file.calibration)}` : 'built-in',
  );
  return { name: names.join('+'), weights, knots: { ...own, pdq: knots.pdq, average: null } };
}

function knotsOf(role: EmbedderRole, { path, calibration }: EmbedderFile): NonNullable<EmbedderFile['calibration']> {
  if (!calibration)
    throw new ModelError(
      `${EMBEDDER_SETTING[role]}: ${sideCarPath(path)}: has no "calibration", so that its similarities would mean nothing; measure it with: assay models calibrate ${EMBEDDER_WORD[role]} ${path} --photos FOLDER`,
    );
  return calibration;
}
