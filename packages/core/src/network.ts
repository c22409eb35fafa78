/** A neural network as who uses it sees it. The service runs ONNX files (adapters/models), tests plain functions. @module */

/** Numbers in row-major order. */
export interface FloatTensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

export interface NetworkPort {
  readonly name: string;
  /** -1 where a dimension may be any. */
  readonly dims: readonly number[];
}

export interface Network {
  readonly inputs: readonly NetworkPort[];
  readonly outputs: readonly NetworkPort[];
  /**
   * @param feeds every input by its name
   * @returns every output by its name
   * @throws {Error} if names or shapes do not fit
   */
  run(feeds: Readonly<Record<string, FloatTensor>>): Record<string, FloatTensor>;
}

/** Opens the network of that name. @throws {Error} if there is none that can be used */
export type OpenNetwork = (name: string) => Network;
