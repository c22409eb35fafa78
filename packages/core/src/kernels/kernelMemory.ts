/**
 * The memory that kernels work on, handed out as a stack: what a call reserves is free again when the call is over, so
 * nothing can leak, and reserving costs an addition.
 * @module
 */
import { WASM_PAGE_BYTES, type WasmMemory } from './webAssembly.ts';

/** Address of a byte in the kernels' memory. */
export type Pointer = number;

/** Vectors of 16 bytes are read quickest at multiples of it; a cache line holds 64 bytes. */
const ALIGNMENT = 64;

export interface KernelMemory {
  /** Room for `bytes`, not cleared. Views made before it may be empty after it. @throws {RangeError} if memory is out */
  reserve(bytes: number): Pointer;
  /** Room for a copy of the values. */
  copyIn(values: Float32Array | Float64Array | Int32Array): Pointer;
  /**
   * As `copyIn`, but once for all calls inside the frame in which it was first asked for. Nobody may write to it, here or
   * there, as long as it is shared.
   */
  share(values: Float32Array): Pointer;
  /** Copies bytes to `at`. */
  write(at: Pointer, bytes: Uint8Array): void;
  /** The floats at `at`, to be read or written before anything else is reserved. */
  floats(at: Pointer, length: number): Float32Array;
  /** As `floats`. */
  integers(at: Pointer, length: number): Int32Array;
  /** The bytes at `at`, on the same terms. */
  samples(at: Pointer, length: number): Uint8Array;
  /** Room for `count` floats, cleared. */
  zeros(count: number): Pointer;
  /** Frees, when `run` is over, whatever was reserved during it. */
  frame<T>(run: () => T): T;
  readonly bytes: number;
}

/** @param begin first byte that may be handed out */
export function stackMemory(memory: WasmMemory, begin: Pointer): KernelMemory {
  let top = aligned(begin);
  const reserve = (bytes: number): Pointer => {
    const at = top;
    const end = aligned(at + bytes);
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
    top = end;
    return at;
  };
  const floats = (at: Pointer, length: number): Float32Array => new Float32Array(memory.buffer, at, length);
  const write = (at: Pointer, bytes: Uint8Array): void => new Uint8Array(memory.buffer).set(bytes, at);
  const shared = new Map<Float32Array, Pointer>();
  const copyIn = (values: Float32Array | Float64Array | Int32Array): Pointer => {
    const at = reserve(values.byteLength);
    write(at, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    return at;
  };
  return {
    reserve,
    write,
    copyIn,
    share(values) {
      const at = shared.get(values) ?? copyIn(values);
      shared.set(values, at);
      return at;
    },
    floats,
    integers: (at, length) => new Int32Array(memory.buffer, at, length),
    samples: (at, length) => new Uint8Array(memory.buffer, at, length),
    zeros(count) {
      const at = reserve(4 * count);
      floats(at, count).fill(0);
      return at;
    },
    frame(run) {
      const before = top;
      try {
        return run();
      } finally {
        top = before;
        for (const [values, at] of shared) if (at >= top) shared.delete(values);
      }
    },
    get bytes() {
      return memory.buffer.byteLength;
    },
  };
}

function aligned(at: number): number {
  return Math.ceil(at / ALIGNMENT) * ALIGNMENT;
}
