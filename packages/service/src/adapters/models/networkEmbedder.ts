/**
 * A network from an ONNX file as the core asks for an embedder. Its inputs are the picture, or vectors that the core makes
 * without a network, named `hog_lab` (768) and `sift_vlad` (1024), or both.
 * @module
 */
import type { Canvas } from '@assay/core/fingerprint/canvas';
import { type Embedder, type EmbedderInput, HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import { type InputRecipe, networkInput } from '@assay/core/fingerprint/networkInput';
import { firstAxis, isFirstAxis, norm, scaleToUnit } from '@assay/core/signal/unitVector';
import type { EmbedderFile, Take } from './embedderFile.ts';
import { ModelError } from './modelFile.ts';
import type { FloatTensor, Network } from '@assay/core/network';
import { openOnnxSession } from './onnxSession.ts';

/**
 * A picture whose luma nowhere differs by more than this is flat: what a network says of it is the rounding of its encoder.
 * The same level of nothing as `HOG_NORM_MIN` of hogLab.ts, about two grey levels.
 */
const RANGE_MIN = 3;

/**
 * @param length of the vectors
 * @throws {ModelError} if the file is no network that takes one picture and gives one vector of that length
 */
export function networkEmbedder(file: EmbedderFile, length: number): Embedder {
  const session = openSession(file);
  const makers = session.inputs.map(({ name }) => [name, inputMaker(name, file)] as const);
  return {
    name: file.name,
    embed(input) {
      if (isFlat(input.canvas)) return firstAxis(length);
      const feeds: Record<string, FloatTensor> = {};
      for (const [name, make] of makers) {
        const tensor = make(input);
        if (tensor === null) return firstAxis(length);
        feeds[name] = tensor;
      }
      const output = session.run(feeds)[file.output.name];
      const vector = taken(output as FloatTensor, file.output.take);
      if (vector?.length !== length)
        throw new ModelError(
          `${file.path}: output "${file.output.name}" gives ${vector?.length ?? 0} numbers (shape ${output?.dims.join(' x ')}, take "${file.output.take}") where ${length} are needed`,
        );
      if (!(norm(vector) > 0 && Number.isFinite(norm(vector))))
        throw new ModelError(`${file.path}: gives a vector that is zero or not finite`);
      return scaleToUnit(vector);
    },
  };
}

/** Vectors of the core that a network may ask for, by the name of its input. */
const VECTOR_INPUTS: Readonly<Record<string, Embedder>> = {
  hog_lab: HANDCRAFTED.embedding768,
  sift_vlad: HANDCRAFTED.embedding1024,
};

/** What is fed to an input; null from it where the core sees nothing in the picture. */
function inputMaker(name: string, { recipe }: EmbedderFile): (input: EmbedderInput) => FloatTensor | null {
  const vectors = VECTOR_INPUTS[name];
  if (vectors)
    return (input) => {
      const data = vectors.embed(input);
      return isFirstAxis(data) ? null : { dims: [1, data.length], data };
    };
  const { size } = recipe as InputRecipe;
  return ({ picture, canvas }) => ({
    dims: [1, 3, size, size],
    data: networkInput(picture, canvas, recipe as InputRecipe),
  });
}

function openSession(file: EmbedderFile): Network {
  let session: Network;
  try {
    session = openOnnxSession(file.bytes);
  } catch (cause) {
    throw new ModelError(`${file.path}: the ONNX runtime cannot load it: ${String(cause)}`, { cause });
  }
  const inputs = session.inputs.map(({ name }) => name);
  const pictures = inputs.filter((name) => VECTOR_INPUTS[name] === undefined);
  if (pictures.length !== (file.recipe ? 1 : 0) || inputs.length === 0)
    throw new ModelError(
      `${file.path}: must have one input, the picture, described by "input" of its side-car; it has ${inputs.join(', ') || 'none'}`,
    );
  const outputs = session.outputs.map(({ name }) => name);
  if (!outputs.includes(file.output.name))
    throw new ModelError(`${file.path}: has no output "${file.output.name}"; its outputs are ${outputs.join(', ')}`);
  return session;
}

function taken({ dims, data }: FloatTensor, take: Take): Float32Array | null {
  if (take === 'vector') return dims.length === 2 && dims[0] === 1 ? Float32Array.from(data) : null;
  const [, tokens = 0, length = 0] = dims;
  if (dims.length !== 3 || tokens < 2) return null;
  if (take === 'first_token') return data.slice(0, length);
  const mean = new Float32Array(length);
  for (let token = 1; token < tokens; token++)
    for (let i = 0; i < length; i++)
      mean[i] = (mean[i] as number) + (data[token * length + i] as number) / (tokens - 1);
  return mean;
}

function isFlat({ luma }: Canvas): boolean {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of luma.data) {
    if (value < min) min = value;
    if (value > max) max = value;
    if (max - min > RANGE_MIN) return false;
  }
  return true;
}
