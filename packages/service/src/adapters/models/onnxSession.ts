/**
 * One ONNX model on the CPU, run by the calling thread alone.
 *
 * `run` is synchronous: what onnxruntime-node offers publicly is a promise around this very call, made in `setImmediate`, so
 * it blocks its thread all the same; and the algorithms of the core are plain functions. A worker thread must not be ended
 * while it runs a model, for that ends the process.
 * @module
 */
import { Tensor } from 'onnxruntime-node';
import { type Binding, binding, initOrt } from 'onnxruntime-node/dist/binding.js';
import { forbidTelemetry } from './noTelemetry.ts';

export interface FloatTensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

export interface OnnxSession {
  readonly inputs: readonly OnnxPort[];
  readonly outputs: readonly OnnxPort[];
  /**
   * @param feeds every input by its name
   * @returns every output by its name
   * @throws {Error} of the runtime, if names or shapes do not fit
   */
  run(feeds: Readonly<Record<string, FloatTensor>>): Record<string, FloatTensor>;
}

export interface OnnxPort {
  readonly name: string;
  /** -1 where a dimension may be any. */
  readonly dims: readonly number[];
}

/** @param model the bytes of a file. @throws {Error} of the runtime, if it cannot load them */
export function openOnnxSession(model: Uint8Array<ArrayBuffer>): OnnxSession {
  forbidTelemetry();
  initOrt();
  const session = new binding.InferenceSession();
  session.loadModel(model.buffer, model.byteOffset, model.byteLength, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  });
  const inputs = session.inputMetadata.map(portOf);
  const outputs = session.outputMetadata.map(portOf);
  const fetches = Object.fromEntries(outputs.map(({ name }) => [name, null]));
  return {
    inputs,
    outputs,
    run(feeds) {
      const tensors = Object.fromEntries(
        Object.entries(feeds).map(([name, { dims, data }]) => [name, new Tensor('float32', data, dims)]),
      );
      const results = session.run(tensors, fetches, {});
      return Object.fromEntries(
        Object.entries(results).map(([name, value]) => {
          const { dims, data } = value as Tensor;
          return [name, { dims, data: data as Float32Array }];
        }),
      );
    },
  };
}

function portOf({ name, shape }: Binding.ValueMetadata): OnnxPort {
  return { name, dims: shape };
}
