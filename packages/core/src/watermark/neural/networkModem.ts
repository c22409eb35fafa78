/** Track C's modem on two networks; docs/spec/watermark-c.md says what they must do. @module */
import { type Plane, plane } from '../../raster.ts';
import type { Network } from '../../network.ts';
import { CELL_SIDE, type CellReadings, type NeuralModem } from './neuralModem.ts';

/** What a decoder says of a cell: symbol, cos and sin of the phase along x, and along y. */
const DECODER_CHANNELS = 5;

/** @throws {Error} if the models' inputs and outputs are not those of docs/spec/watermark-c.md */
export function networkModem(encoder: Network, decoder: Network): NeuralModem {
  assertPorts('encoder', encoder, ['luma', 'symbols'], ['residual']);
  assertPorts('decoder', decoder, ['luma'], ['cells']);
  return {
    encode(canvas, symbols) {
      const { width, height } = canvas;
      const { residual } = encoder.run({
        luma: lumaTensor([canvas]),
        symbols: { dims: [1, 1, height / CELL_SIDE, width / CELL_SIDE], data: symbols },
      });
      return plane(width, height, Float32Array.from(outputOf(residual, width * height)));
    },
    decode(views) {
      const { width, height } = views[0] as Plane;
      const [columns, rows] = [width / CELL_SIDE, height / CELL_SIDE];
      const cells = columns * rows;
      const output = decoder.run({ luma: lumaTensor(views) })['cells'];
      const data = outputOf(output, views.length * DECODER_CHANNELS * cells);
      return views.map((_, n) => readingsOf(data, n * DECODER_CHANNELS * cells, columns, rows));
    },
  };
}

function readingsOf(data: Float32Array, from: number, columns: number, rows: number): CellReadings {
  const cells = columns * rows;
  const channel = (k: number): Float32Array => data.slice(from + k * cells, from + (k + 1) * cells);
  return {
    ...{ columns, rows },
    ...{ logits: channel(0), cosX: channel(1), sinX: channel(2), cosY: channel(3), sinY: channel(4) },
  };
}

/** Luma as the networks take it: 0 to 1. */
function lumaTensor(planes: readonly Plane[]): { readonly dims: readonly number[]; readonly data: Float32Array } {
  const { width, height } = planes[0] as Plane;
  const data = new Float32Array(planes.length * width * height);
  for (const [n, { data: samples }] of planes.entries()) fillUnit(samples, data, n * width * height);
  return { dims: [planes.length, 1, height, width], data };
}

function fillUnit(samples: Float32Array, out: Float32Array, at: number): void {
  for (let i = 0; i < samples.length; i++) out[at + i] = (samples[i] as number) / 255;
}

function outputOf(tensor: { readonly data: Float32Array } | undefined, length: number): Float32Array {
  if (tensor?.data.length !== length)
    throw new Error(`track C: the model gave ${tensor?.data.length ?? 0} values where ${length} were expected`);
  return tensor.data;
}

function assertPorts(model: string, session: Network, inputs: readonly string[], outputs: readonly string[]): void {
  const names = (ports: Network['inputs']): string =>
    ports
      .map(({ name }) => name)
      .toSorted()
      .join(', ');
  const expected = (list: readonly string[]): string => list.toSorted().join(', ');
  if (names(session.inputs) !== expected(inputs) || names(session.outputs) !== expected(outputs))
    throw new Error(
      `track C's ${model}: expected inputs ${expected(inputs)} and outputs ${expected(outputs)}, ` +
        `the file has ${names(session.inputs)} and ${names(session.outputs)}`,
    );
}
