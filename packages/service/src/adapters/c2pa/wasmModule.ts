/** The C2PA library (c2pa-rs, compiled to WebAssembly), with a bound on its memory. Loaded in a worker thread only. @module */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type * as C2paWasm from '@contentauth/c2pa-wasm';

export type C2paLibrary = typeof C2paWasm;

const PACKAGE = '@contentauth/c2pa-wasm';
const PAGE_BYTES = 65_536;

/**
 * Most memory of one instance: 1 GiB. Signing a file takes about six and a half times its size (39 MB: 256 MB, measured), so a file of the
 * largest size, 50 MiB, and its parent fit twice. A manifest that asks for more ends the instance, not the process.
 */
const MEMORY_PAGES_MAX = 1024 ** 3 / PAGE_BYTES;

/** WebAssembly memory never shrinks; an instance that grew beyond that is replaced after its job. */
const MEMORY_KEPT_BYTES = 160 * 1024 * 1024;

const MEMORY_SECTION = 5;

function unsignedLeb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

function readLeb(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at];
    if (byte === undefined) throw new RangeError('wasm: the file ends within a number');
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, next: at + 1 };
  }
}

/**
 * The module with a maximum for its one memory; WebAssembly Core 1.0, section 5.5.8: limits are a flag (0: minimum
 * alone, 1: minimum and maximum) and one or two numbers of 64 KiB pages.
 * @throws {RangeError} when the module has no memory of its own
 */
export function withMemoryLimit(module: Uint8Array, pagesMax: number): Uint8Array {
  const HEADER_BYTES = 8;
  for (let at = HEADER_BYTES; at < module.length; ) {
    const size = readLeb(module, at + 1);
    const end = size.next + size.value;
    if (module[at] === MEMORY_SECTION) {
      const count = readLeb(module, size.next);
      const minimum = readLeb(module, count.next + 1);
      if (count.value !== 1) throw new RangeError(`wasm: expected one memory, found ${count.value}`);
      const body = [1, 1, ...unsignedLeb(minimum.value), ...unsignedLeb(pagesMax)];
      const section = [MEMORY_SECTION, ...unsignedLeb(body.length), ...body];
      return Buffer.concat([module.subarray(0, at), Uint8Array.from(section), module.subarray(end)]);
    }
    at = end;
  }
  throw new RangeError('wasm: the module has no memory');
}

/** The part of the global that is used; its types come with those of browsers, which the service does without. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(module: Uint8Array): Promise<object> };
};

let compiled: Promise<object> | null = null;
let instances = 0;
let current: { readonly library: C2paLibrary; readonly memory: { readonly buffer: ArrayBuffer } } | null = null;

async function compile(): Promise<object> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(`${PACKAGE}/c2pa.wasm`)));
  return WebAssembly.compile(withMemoryLimit(bytes, MEMORY_PAGES_MAX));
}

/** The library, instantiated. */
export async function loadC2pa(): Promise<C2paLibrary> {
  if (current) return current.library;
  compiled ??= compile();
  const module = await compiled;
  // The glue keeps its instance in a module variable; another address gives another module, and so another instance.
  const address = `${import.meta.resolve(PACKAGE)}?instance=${++instances}`;
  const library = (await import(address)) as C2paLibrary;
  const { memory } = library.initSync({ module: module as never });
  current = { library, memory };
  return library;
}

/** To be called after each job. @param broken it trapped: nothing in it can be relied on any more */
export function retireC2pa(broken: boolean): void {
  if (current && (broken || current.memory.buffer.byteLength > MEMORY_KEPT_BYTES)) current = null;
}
