/**
 * What the kernels of bandSynthesis.ts and bandAnalysis.ts take of a band: its coefficients' indices as floats, and rows of
 * cos and sin of 2 pi k n / side.
 * @module
 */
import type { KernelMemory, Pointer } from '../../../kernels/kernelMemory.ts';

export interface BandWaves {
  /** Columns u = 0 .. columns - 1. */
  readonly columns: number;
  readonly uAt: Pointer;
  /** v modulo the side. */
  readonly vAt: Pointer;
  /** Row k for every k = 0 .. side - 1. */
  readonly cosine: Pointer;
  readonly sine: Pointer;
}

/** Tables of the sides in use: two tracks. */
const tables = new Map<number, { readonly cosine: Float32Array; readonly sine: Float32Array }>();

function tablesOf(side: number): { readonly cosine: Float32Array; readonly sine: Float32Array } {
  const known = tables.get(side);
  if (known) return known;
  const wave = (f: (angle: number) => number): Float32Array =>
    Float32Array.from({ length: side * side }, (_, i) => {
      const phase = (Math.floor(i / side) * (i % side)) % side;
      return f((2 * Math.PI * phase) / side);
    });
  const made = { cosine: wave(Math.cos), sine: wave(Math.sin) };
  tables.set(side, made);
  return made;
}

export function copyWaves(memory: KernelMemory, side: number, u: Int16Array, v: Int16Array): BandWaves {
  const { cosine, sine } = tablesOf(side);
  return {
    columns: 1 + highest(u),
    uAt: memory.copyIn(Float32Array.from(u)),
    vAt: memory.copyIn(wrapped(v, side)),
    cosine: memory.copyIn(cosine),
    sine: memory.copyIn(sine),
  };
}

/** 0 at least. */
function highest(values: Int16Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i] as number);
  return most;
}

/** Modulo the side. */
function wrapped(values: Int16Array, side: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = (((values[i] as number) % side) + side) % side;
  return out;
}
