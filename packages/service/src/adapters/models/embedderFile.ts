/**
 * The side-car of an embedder: the JSON file beside an ONNX file that says how a picture is prepared for the network and
 * which of its outputs is the vector. docs/reference/models.md describes it for people.
 * @module
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CalibrationKnots } from '@assay/core/fingerprint/calibration';
import type { InputRecipe } from '@assay/core/fingerprint/networkInput';
import { z } from 'zod';
import { ModelError, readModel } from './modelFile.ts';

/** Two names, their hashes and the plus between them fit the 100 characters of `embedding_model`. */
const NAME_CHARS_MAX = 36;
const HASH_CHARS = 12;
/** No network of this kind takes more, and 3 planes of it are 12 MiB. */
const SIZE_MAX = 1024;

const triple = (min: number) => z.tuple([z.number().min(min), z.number().min(min), z.number().min(min)]);

const SideCar = z.object({
  sha256: z.string().regex(/^[0-9a-fA-F]{64}$/),
  name: z
    .string()
    .regex(/^[\w./-]+$/, 'letters, digits, and _ . / -')
    .max(NAME_CHARS_MAX),
  input: z
    .object({
      size: z.int().min(8).max(SIZE_MAX),
      fit: z.enum(['stretch', 'crop']),
      resize: z.int().min(8).max(SIZE_MAX).optional(),
      mean: triple(0),
      std: triple(1e-6),
    })
    .optional(),
  output: z.object({
    name: z.string().min(1),
    take: z.enum(['vector', 'first_token', 'mean_token']).default('vector'),
  }),
  calibration: z.object({ floor: z.number().min(-1).max(1), match: z.number().min(-1).max(1) }).optional(),
});

/** How the vector lies in the output: [1, n] whole; of [1, tokens, n] the first token (CLS), or the mean of the others. */
export type Take = z.infer<typeof SideCar>['output']['take'];

export interface EmbedderFile {
  readonly path: string;
  /** `<name>@<first digits of the SHA-256>`: other weights make other vectors, and must be told apart. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null for one that does not look at the picture itself, see networkEmbedder.ts. */
  readonly recipe: InputRecipe | null;
  readonly output: { readonly name: string; readonly take: Take };
  /** Null until `assay models calibrate` has measured it. */
  readonly calibration: CalibrationKnots | null;
}

/** Where the side-car of a model lies. */
export function sideCarPath(model: string): string {
  return model.replace(/\.onnx$/, '.json');
}

/** Reads both files and checks the one against the other. @throws {ModelError} saying which file is wrong and how */
export function readEmbedderFile(model: string): EmbedderFile {
  if (!model.endsWith('.onnx')) throw new ModelError(`${model}: the file of a model ends in .onnx`);
  const bytes = readModel(path.dirname(model), path.basename(model, '.onnx'));
  const sideCar = sideCarPath(model);
  const parsed = SideCar.safeParse(JSON.parse(readFileSync(sideCar, 'utf8')));
  if (!parsed.success) throw new ModelError(`${sideCar}: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`);
  const { sha256, name, input, output, calibration } = parsed.data;
  const resize = input?.resize ?? input?.size ?? 0;
  if (input && resize < input.size) throw new ModelError(`${sideCar}: input.resize is at least input.size`);
  if (calibration && !(calibration.floor < calibration.match && calibration.match < 1))
    throw new ModelError(`${sideCar}: calibration needs floor < match < 1`);
  return {
    path: model,
    name: `${name}@${sha256.toLowerCase().slice(0, HASH_CHARS)}`,
    sha256: sha256.toLowerCase(),
    bytes,
    recipe: input ? { size: input.size, fit: input.fit, resize, mean: input.mean, deviation: input.std } : null,
    output,
    calibration: calibration ?? null,
  };
}
