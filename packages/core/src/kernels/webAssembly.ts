/**
 * The few types of WebAssembly that the core needs. They are taken from `globalThis` because the core compiles without
 * the DOM's and Node's types, and because an environment may lack them.
 * Source: W3C WebAssembly JavaScript Interface, section 5.
 * @module
 */

export interface WasmMemory {
  /** Replaced by a longer one when the memory grows, which empties all views on the old one. */
  readonly buffer: ArrayBuffer;
  /** @param pages of 64 KiB. @throws {RangeError} if there is no such room */
  grow(pages: number): number;
}

interface WasmApi {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}

export const WASM_PAGE_BYTES = 65_536;

/** @returns what makes instances of the module, or null where this environment cannot run it (no SIMD, or none at all) */
export function wasmFactory(bytes: Uint8Array<ArrayBuffer>): (() => unknown) | null {
  const api = (globalThis as { readonly WebAssembly?: WasmApi }).WebAssembly;
  if (!api?.validate(bytes)) return null;
  const module = new api.Module(bytes);
  return () => new api.Instance(module).exports;
}
