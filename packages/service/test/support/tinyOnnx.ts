/**
 * Writes small ONNX files of the interface that embedders have, so that tests need no weights of others:
 *     vector = W x mean colour                 [1, length]
 *     tokens = W x colour of each pixel        [1, pixels, length]
 * The bytes are those of onnx.proto3 (ONNX IR version 8, operators version 13).
 * @module
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

function varint(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  while (rest > 127) {
    out.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...out, rest];
}

const number = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field * 8 + WIRE_VARINT), ...varint(value)]);

function bytes(field: number, value: Buffer | string): Buffer {
  const content = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint(field * 8 + WIRE_BYTES), ...varint(content.length)]), content]);
}

const message = (...parts: Buffer[]): Buffer => Buffer.concat(parts);

function tensor(name: string, dims: readonly number[], data: Float32Array | BigInt64Array): Buffer {
  return message(
    ...dims.map((dim) => number(1, dim)),
    number(2, data instanceof Float32Array ? FLOAT : INT64),
    bytes(8, name),
    bytes(9, Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  );
}

function port(name: string, dims: readonly number[]): Buffer {
  const shape = message(...dims.map((dim) => bytes(1, number(1, dim))));
  return message(bytes(1, name), bytes(2, bytes(1, message(number(1, FLOAT), bytes(2, shape)))));
}

const node = (operator: string, inputs: readonly string[], output: string, ...attributes: Buffer[]): Buffer =>
  message(...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, operator), ...attributes);

const integers = (name: string, values: readonly number[]): Buffer =>
  bytes(5, message(bytes(1, name), ...values.map((value) => number(8, value)), number(20, ATTRIBUTE_INTS)));
const integer = (name: string, value: number): Buffer =>
  bytes(5, message(bytes(1, name), number(3, value), number(20, ATTRIBUTE_INT)));

export interface TinyNetwork {
  readonly size: number;
  readonly length: number;
  /** `tokens` names every pixel; `constant` gives the same vector whatever it sees; `two inputs` asks for one too many. */
  readonly kind: 'vector' | 'tokens' | 'constant' | 'two inputs';
  /** Changes the weights, and with them the file's hash. */
  readonly seed: number;
}

const OUTPUT = 'features';

export function tinyOnnx({ size, length, kind, seed }: TinyNetwork): Buffer {
  // The usual sine hash: unlike plain sines, its rows are independent.
  const weights = Float32Array.from({ length: 3 * length }, (_, i) => ((Math.sin(seed + i) * 43758.5453) % 1) - 0.5);
  const pixels = size * size;
  const constants = [bytes(5, tensor('W', [3, length], weights))];
  const nodes: Buffer[] = [];
  if (kind === 'tokens') {
    constants.push(bytes(5, tensor('flat', [3], BigInt64Array.from([1n, 3n, BigInt(pixels)]))));
    nodes.push(
      node('Reshape', ['picture', 'flat'], 'planes'),
      node('Transpose', ['planes'], 'colours', integers('perm', [0, 2, 1])),
      node('MatMul', ['colours', 'W'], OUTPUT),
    );
  } else {
    const zero = Float32Array.from([kind === 'constant' ? 0 : 1]);
    constants.push(bytes(5, tensor('factor', [1], zero)), bytes(5, tensor('offset', [1], Float32Array.from([0.25]))));
    nodes.push(
      node('ReduceMean', ['picture'], 'mean', integers('axes', [2, 3]), integer('keepdims', 0)),
      node('Mul', ['mean', 'factor'], 'scaled'),
      node('Add', ['scaled', 'offset'], 'colour'),
      node('MatMul', ['colour', 'W'], OUTPUT),
    );
  }
  const shape = kind === 'tokens' ? [1, pixels, length] : [1, length];
  const inputs = ['picture', ...(kind === 'two inputs' ? ['mask'] : [])];
  const graph = message(
    ...nodes.map((one) => bytes(1, one)),
    bytes(2, 'tiny'),
    ...constants,
    ...inputs.map((name) => bytes(11, port(name, [1, 3, size, size]))),
    bytes(12, port(OUTPUT, shape)),
  );
  return message(number(1, 8), bytes(7, graph), bytes(8, message(bytes(1, ''), number(2, 13))));
}

/** Writes `<name>.onnx` and its side-car. Returns the path of the model. */
export async function writeTinyModel(
  folder: string,
  name: string,
  network: TinyNetwork,
  sideCar: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const model = tinyOnnx(network);
  const file = path.join(folder, `${name}.onnx`);
  await writeFile(file, model);
  const facts = {
    file: `${name}.onnx`,
    sha256: createHash('sha256').update(model).digest('hex'),
    name,
    input: { size: network.size, fit: 'stretch', mean: [0, 0, 0], std: [1, 1, 1] },
    output: { name: OUTPUT, take: network.kind === 'tokens' ? 'mean_token' : 'vector' },
    calibration: { floor: 0, match: 0.9 },
  };
  await writeFile(path.join(folder, `${name}.json`), JSON.stringify({ ...facts, ...sideCar }));
  return file;
}
