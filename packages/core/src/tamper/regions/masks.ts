/** Sets of cells or pixels as masks of 0 and 1. Loops, for typed arrays' own `map` and `reduce` take several times as long. @module */

/** Number of 1. */
export function areaOf(mask: Uint8Array): number {
  let area = 0;
  for (let i = 0; i < mask.length; i++) area += mask[i] as number;
  return area;
}

/** 1 where both are. */
export function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) & (b[i] as number);
  return out;
}

/** 1 where one of two is. */
export function either(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) | (b[i] as number);
  return out;
}

/** 1 where the first is and the other is not. */
export function without(mask: Uint8Array, taken: Uint8Array): Uint8Array {
  const out = new Uint8Array(mask.length);
  for (let i = 0; i < out.length; i++) out[i] = taken[i] === 1 ? 0 : (mask[i] as number);
  return out;
}

/** Places where a mask is 1, rising. */
export function indicesOf(mask: Uint8Array): number[] {
  const out: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) out.push(i);
  return out;
}

/** A mask of that many places, 1 at these. */
export function maskOf(places: readonly number[], length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (const i of places) out[i] = 1;
  return out;
}
