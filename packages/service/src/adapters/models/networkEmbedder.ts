/** A network from an ONNX file as the core asks for an embedder. @module */
import type { Canvas } from '@assay/core/fingerprint/canvas';
import type { Embedder } from '@assay/core/fingerprint/embedder';
import { networkInput } from '@assay/core/fingerprint/networkInput';
import { firstAxis, norm, scaleToUnit } from '@assay/core/signal/unitVector';
import type { EmbedderFile, Take } from './embedderFile.ts';
import { ModelError } from './modelFile.ts';
import { type FloatTensor, type OnnxSession, openOnnxSession } from './onnxSession.ts';

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
  const input = session.inputs[0]?.name as string;
  const { size } = file.recipe;
  return {
    name: file.name,
    embed({ picture, canvas }) {
      if (isFlat(canvas)) return firstAxis(length);
      const data = networkInput(picture, canvas, file.recipe);
      const output = session.run({ [input]: { dims: [1, 3, size, size], data } })[file.output.name];
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

function openSession(file: EmbedderFile): OnnxSession {
  let session: OnnxSession;
  try {
    session = openOnnxSession(file.bytes);
  } catch (cause) {
    throw new ModelError(`${file.path}: the ONNX runtime cannot load it: ${String(cause)}`, { cause });
  }
  const inputs = session.inputs.map(({ name }) => name);
  if (inputs.length !== 1)
    throw new ModelError(`${file.path}: must have one input, the picture; it has ${inputs.join(', ') || 'none'}`);
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
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of luma.data) {
    if (value < least) least = value;
    if (value > most) most = value;
    if (most - least > RANGE_MIN) return false;
  }
  return true;
}
