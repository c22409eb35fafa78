/**
 * `findTileOffset` of tileOffset.ts by the kernel `tilePeak`.
 * @module
 */
import type { KernelMemory, Pointer } from '../../../kernels/kernelMemory.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { CarrierSamples } from '../spectrum/carrierSamples.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import { pilotResponses, type OffsetEstimate, vertexOffset } from './tileOffset.ts';

/** Highest value, its four neighbours, and its index. */
const NUMBERS_OF_PEAK = 6;

/** @returns what finds tile offsets as long as what is reserved here stays reserved */
export function offsetFinder(
  layout: CarrierLayout,
  kernels: Kernels,
  memory: KernelMemory,
): (samples: CarrierSamples, halfTurn: 1 | -1) => OffsetEstimate {
  const side = layout.tileSide;
  const columns = 1 + highestCoefficient(layout);
  const waves = memory.copyIn(wavesOf(side, columns));
  const scratch = memory.reserve(kernels.surfaceScratchBytes(side, columns));
  const pilots = memory.reserve(4 * 4 * PILOTS);
  const out = memory.reserve(4 * NUMBERS_OF_PEAK);
  return (samples, halfTurn) => {
    const responses = pilotResponses(samples, layout, halfTurn);
    fillPilots(layout, responses, memory, pilots);
    kernels.tilePeak(pilots, waves, side, columns, scratch, out);
    const [peak, left, right, above, below] = memory.floats(out, NUMBERS_OF_PEAK);
    const at = memory.integers(out, NUMBERS_OF_PEAK)[NUMBERS_OF_PEAK - 1] as number;
    // A sum of waves of amplitudes |p| has mean square  sum |p|^2 / 2.
    const deviation = Math.sqrt(responses.reduce((sum, value) => sum + value * value, 0) / 2);
    return {
      x: (at % side) + vertexOffset(left as number, peak as number, right as number),
      y: Math.floor(at / side) + vertexOffset(above as number, peak as number, below as number),
      halfTurn,
      zScore: deviation > 0 ? (peak as number) / deviation : 0,
    };
  };
}

function highestCoefficient({ u, v }: CarrierLayout): number {
  let highest = 0;
  for (let i = 0; i < PILOTS; i++) highest = Math.max(highest, Math.abs(u[i] as number), Math.abs(v[i] as number));
  return highest;
}

/** Cosines, then sines, of 2 pi k n / side, a row for each k below `columns`. */
function wavesOf(side: number, columns: number): Float32Array {
  const waves = new Float32Array(2 * columns * side);
  for (let k = 0; k < columns; k++)
    for (let n = 0; n < side; n++) {
      const angle = (2 * Math.PI * ((k * n) % side)) / side;
      waves[k * side + n] = Math.cos(angle);
      waves[(columns + k) * side + n] = Math.sin(angle);
    }
  return waves;
}

function fillPilots({ u, v }: CarrierLayout, responses: Float32Array, memory: KernelMemory, at: Pointer): void {
  const table = memory.floats(at, 4 * PILOTS);
  for (let i = 0; i < PILOTS; i++) {
    table[i] = u[i] as number;
    table[PILOTS + i] = v[i] as number;
    table[2 * PILOTS + i] = responses[2 * i] as number;
    table[3 * PILOTS + i] = responses[2 * i + 1] as number;
  }
}
