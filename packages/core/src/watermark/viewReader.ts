/**
 * One view as seen by one track: the three questions that a search asks hundreds of times. With kernels, the view's
 * spectrum and the track's tables lie in their memory while the search runs.
 * @module
 */
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../kernels/kernels.ts';
import { fftTables } from '../signal/fftTables.ts';
import { TAP_WEIGHTS } from '../signal/nonuniformFourier.ts';
import type { Affine } from './affine.ts';
import { type CarrierSamples, NOISE_QUANTILE, NOISE_REGULARISATION, sampleCarriers } from './carrierSamples.ts';
import { refineCoherently } from './coherentRefinement.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import type { PictureSpectrum } from './pictureSpectrum.ts';
import { PLACES, type ScreenedMap, screenMap } from './pilotScreen.ts';
import { findTilePhase, type TilePhase } from './tilePhase.ts';
import { surfaceReader } from './tileSurface.ts';

export interface ViewReader {
  /** See pilotScreen.ts; in the order of the maps. */
  screen(maps: readonly Affine[]): ScreenedMap[];
  /** See coherentRefinement.ts. */
  refine(map: ScreenedMap): Affine;
  /** See carrierSamples.ts: all carriers. */
  sample(affine: Affine): CarrierSamples;
  /** See tilePhase.ts. */
  place(samples: CarrierSamples, turn: 1 | -1): TilePhase;
}

/** Smaller grids are read by the plain loops: taps near their highest frequency would reach beyond the grid. */
const KERNEL_GRID_MIN = 128;

/** @param run may not keep the reader */
export function withViewReader<T>(
  spectrum: PictureSpectrum,
  constellation: Constellation,
  run: (reader: ViewReader) => T,
): T {
  const plainly = (): T => run(plainReader(spectrum, constellation));
  if (Math.min(spectrum.fourier.gridWidth, spectrum.fourier.gridHeight) < KERNEL_GRID_MIN) return plainly();
  return withKernels((kernels, memory) => run(kernelReader(spectrum, constellation, kernels, memory)), plainly);
}

function plainReader(spectrum: PictureSpectrum, constellation: Constellation): ViewReader {
  return {
    screen: (maps) => maps.map((affine) => screenMap(spectrum, constellation, affine)),
    refine: (map) => refineCoherently(spectrum, constellation, map),
    sample: (affine) => sampleCarriers(spectrum, constellation, affine),
    place: (samples, turn) => findTilePhase(samples, constellation, turn),
  };
}

const DOUBLES_OF_MAP = 4;
const FLOATS_OF_SCREENED = 4;

function kernelReader(
  { fourier, power }: PictureSpectrum,
  constellation: Constellation,
  kernels: Kernels,
  memory: KernelMemory,
): ViewReader {
  const places = fftTables(PLACES);
  // What searches look at while the reader is in use, see logPolarMap.ts and aspectSearch.ts.
  memory.share(power.relative);
  // The fields of packages/core/assembly/fourierTaps.ts, then those of pilots.ts.
  const view = memory.copyIn(
    Int32Array.of(
      ...[memory.share(fourier.data), fourier.gridWidth, fourier.gridHeight, fourier.stride],
      ...[memory.share(power.background), power.stride, memory.copyIn(TAP_WEIGHTS)],
      ...[memory.copyIn(pilotTable(constellation)), memory.reserve(kernels.pilotScratchBytes())],
      ...[constellation.tileSide, memory.copyIn(places.twiddles), memory.copyIn(places.positions)],
    ),
  );
  return {
    place: surfaceReader(constellation, kernels, memory),
    screen: (maps) =>
      memory.frame(() => {
        const from = memory.copyIn(coefficientsOf(maps));
        const to = memory.reserve(4 * FLOATS_OF_SCREENED * maps.length);
        kernels.screenMaps(view, from, maps.length, to);
        const out = memory.floats(to, FLOATS_OF_SCREENED * maps.length);
        return maps.map((affine, i) => screenedMap(affine, out, FLOATS_OF_SCREENED * i));
      }),
    refine: ({ affine, phase }) =>
      memory.frame(() => {
        const map = memory.copyIn(coefficientsOf([affine]));
        kernels.refineMap(view, map, phase.x, phase.y, phase.turn);
        const [a, b, c, d] = new Float64Array(memory.floats(map, 2 * DOUBLES_OF_MAP).slice().buffer);
        return { a: a as number, b: b as number, c: c as number, d: d as number };
      }),
    sample: (affine) =>
      memory.frame(() => {
        const { fx, fy } = frequenciesUnder(affine, constellation);
        const count = fx.length;
        const [x, y] = [memory.copyIn(fx), memory.copyIn(fy)];
        const values = memory.reserve(8 * count);
        const noise = memory.reserve(4 * count);
        const scratch = memory.reserve(4 * count);
        kernels.evaluateTaps(view, x, y, count, values, values + 4, 8);
        kernels.backgroundNoise(view, x, y, count, NOISE_REGULARISATION, NOISE_QUANTILE, noise, scratch);
        return { values: memory.floats(values, 2 * count).slice(), noise: memory.floats(noise, count).slice() };
      }),
  };
}

/** Coefficients and known phases of the pilots, a row each. */
function pilotTable({ u, v, pilotPhase }: Constellation): Float32Array {
  const table = new Float32Array(4 * PILOTS);
  for (let i = 0; i < PILOTS; i++) {
    table[i] = u[i] as number;
    table[PILOTS + i] = v[i] as number;
    table[2 * PILOTS + i] = pilotPhase[2 * i] as number;
    table[3 * PILOTS + i] = pilotPhase[2 * i + 1] as number;
  }
  return table;
}

function coefficientsOf(maps: readonly Affine[]): Float64Array {
  const out = new Float64Array(DOUBLES_OF_MAP * maps.length);
  for (let i = 0, at = 0; i < maps.length; i++) {
    const { a, b, c, d } = maps[i] as Affine;
    out[at++] = a;
    out[at++] = b;
    out[at++] = c;
    out[at++] = d;
  }
  return out;
}

function screenedMap(affine: Affine, out: Float32Array, at: number): ScreenedMap {
  return {
    affine,
    phase: {
      x: out[at] as number,
      y: out[at + 1] as number,
      turn: out[at + 2] === 1 ? 1 : -1,
      sigma: out[at + 3] as number,
    },
  };
}

/** Frequencies of all carriers in cycles per view pixel. */
function frequenciesUnder(
  { a, b, c, d }: Affine,
  { u, v, carriers, tileSide }: Constellation,
): { readonly fx: Float32Array; readonly fy: Float32Array } {
  const fx = new Float32Array(carriers);
  const fy = new Float32Array(carriers);
  for (let i = 0; i < carriers; i++) {
    const px = (u[i] as number) / tileSide;
    const py = (v[i] as number) / tileSide;
    fx[i] = a * px + b * py;
    fy[i] = c * px + d * py;
  }
  return { fx, fy };
}
