/**
 * One ONNX model on the CPU, run by the calling thread alone.
 *
 * `run` is synchronous: what onnxruntime-node offers publicly is a promise around this very call, made in `setImmediate`, so
 * it blocks its thread all the same; and the algorithms of the core are plain functions. A worker thread must not be ended
 * while it runs a model, for that ends the process.
 * @module
 */
import type { Network, NetworkPort } from '@assay/core/network';
import { Tensor } from 'onnxruntime-node';
import { type Binding, binding, initOrt } from 'onnxruntime-node/dist/binding.js';
import { forbidTelemetry } from './noTelemetry.ts';

/** @param model the bytes of a file. @throws {Error} of the runtime, if it cannot load them */
export function openOnnxSession(model: Uint8Array<ArrayBuffer>): Network {
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

function portOf({ name, shape }: Binding.ValueMetadata): NetworkPort {
  return { name, dims: shape };
}
