/** A tile moved along its own torus, as its Fourier coefficients see it. @module */
import type { CarrierLayout } from './carrierLayout.ts';

/** values[k] times exp(2 pi i (u x + v y) / side): what stood at (x, y) stands at the origin. @param values pairs, one a carrier */
export function shiftedBack(
  values: Float32Array,
  { u, v, tileSide }: Pick<CarrierLayout, 'u' | 'v' | 'tileSide'>,
  { x, y }: { readonly x: number; readonly y: number },
): Float32Array {
  const out = new Float32Array(values.length);
  const unit = (2 * Math.PI) / tileSide;
  for (let at = 0; at < values.length; at += 2) {
    const k = at >> 1;
    const angle = unit * ((u[k] as number) * x + (v[k] as number) * y);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const re = values[at] as number;
    const im = values[at + 1] as number;
    out[at] = re * c - im * s;
    out[at + 1] = re * s + im * c;
  }
  return out;
}
