/**
 * Where hot loops run as WebAssembly with SIMD: compiled from packages/core/assembly, instantiated once in each thread
 * when it is first needed. Where that is not possible, callers take their scalar fallback in TypeScript.
 * @module
 */
import { base64 } from '@scure/base';
import type { Kernels } from './exported.ts';
import { WASM_BASE64 } from './generated/wasmModule.ts';
import { type KernelMemory, type Pointer, stackMemory } from './kernelMemory.ts';
import { type WasmMemory, wasmFactory } from './webAssembly.ts';

export type { Kernels };

type WasmExports = Kernels & { readonly memory: WasmMemory; heapBegin(): Pointer };

interface Instance {
  readonly kernels: Kernels;
  readonly memory: KernelMemory;
}

/**
 * Memory of WebAssembly grows and never shrinks, so an instance that has grown beyond this is given to the garbage
 * collector once its work is done, and the next call makes a new one (0.1 ms). A view's work takes about 40 MiB.
 */
const KEPT_BYTES_MAX = 64 * 2 ** 20;

let factory: (() => unknown) | null | undefined;
let instance: Instance | null = null;
let depth = 0;
let isScalarOnly = false;

function instanceOf(make: () => unknown): Instance {
  const { memory, heapBegin, ...kernels } = make() as WasmExports;
  return { kernels, memory: stackMemory(memory, heapBegin()) };
}

/**
 * Runs `onKernels` with memory of its own, or `scalar` where there is no WebAssembly with SIMD. Whatever `onKernels`
 * reserves is free again afterwards, so its result must not be a view of that memory.
 */
export function withKernels<T>(onKernels: (kernels: Kernels, memory: KernelMemory) => T, scalar: () => T): T {
  if (isScalarOnly) return scalar();
  if (factory === undefined) factory = wasmFactory(Uint8Array.from(base64.decode(WASM_BASE64)));
  if (!factory) return scalar();
  instance ??= instanceOf(factory);
  const { kernels, memory } = instance;
  depth++;
  try {
    return memory.frame(() => onKernels(kernels, memory));
  } finally {
    depth--;
    if (depth === 0 && memory.bytes > KEPT_BYTES_MAX) instance = null;
  }
}

/** Runs with the scalar fallbacks alone, as where there is no WebAssembly: for tests and benches. */
export function withoutKernels<T>(run: () => T): T {
  const before = isScalarOnly;
  isScalarOnly = true;
  try {
    return run();
  } finally {
    isScalarOnly = before;
  }
}
