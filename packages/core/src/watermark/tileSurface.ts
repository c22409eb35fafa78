/**
 * `findTilePhase` of tilePhase.ts by the kernel `tilePeak`.
 * @module
 */
import type { KernelMemory, Pointer } from '../kernels/kernelMemory.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { CarrierSamples } from './carrierSamples.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import { pilotResponses, type TilePhase, vertexOffset } from './tilePhase.ts';

/** Highest value, its four neighbours, and its place. */
const NUMBERS_OF_PEAK = 6;

/** @returns what finds tile phases as long as what is reserved here stays reserved */
export function surfaceReader(
  constellation: Constellation,
  kernels: Kernels,
  memory: KernelMemory,
): (samples: CarrierSamples, turn: 1 | -1) => TilePhase {
  const side = constellation.tileSide;
  const columns = 1 + highestCoefficient(constellation);
  const waves = memory.copyIn(wavesOf(side, columns));
  const scratch = memory.reserve(kernels.surfaceScratchBytes(side, columns));
  const pilots = memory.reserve(4 * 4 * PILOTS);
  const out = memory.reserve(4 * NUMBERS_OF_PEAK);
  return (samples, turn) => {
    const responses = pilotResponses(samples, constellation, turn);
    fillPilots(constellation, responses, memory, pilots);
    kernels.tilePeak(pilots, waves, side, columns, scratch, out);
    const [peak, left, right, above, below] = memory.floats(out, NUMBERS_OF_PEAK);
    const at = memory.integers(out, NUMBERS_OF_PEAK)[NUMBERS_OF_PEAK - 1] as number;
    // A sum of waves of amplitudes |p| has mean square  sum |p|^2 / 2.
    const deviation = Math.sqrt(responses.reduce((sum, value) => sum + value * value, 0) / 2);
    return {
      x: (at % side) + vertexOffset(left as number, peak as number, right as number),
      y: Math.floor(at / side) + vertexOffset(above as number, peak as number, below as number),
      turn,
      sigma: deviation > 0 ? (peak as number) / deviation : 0,
    };
  };
}

function highestCoefficient({ u, v }: Constellation): number {
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

function fillPilots({ u, v }: Constellation, responses: Float32Array, memory: KernelMemory, at: Pointer): void {
  const table = memory.floats(at, 4 * PILOTS);
  for (let i = 0; i < PILOTS; i++) {
    table[i] = u[i] as number;
    table[PILOTS + i] = v[i] as number;
    table[2 * PILOTS + i] = responses[2 * i] as number;
    table[3 * PILOTS + i] = responses[2 * i + 1] as number;
  }
}
