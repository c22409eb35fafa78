/**
 * The carrier layout of one track: which Fourier coefficients of the tile it uses and what each one means, all drawn from the
 * track's key. A carrier is a coefficient (u, v), so a wave of u / tileSide, v / tileSide cycles per canonical pixel.
 *  - Strong pilots, of known phase and high power: found in the picture's power spectrum, they give the affine map.
 *  - Weak pilots, of known phase: together with the strong ones they give translation and the fine map.
 *  - Data carriers: real and imaginary part each bear one coded bit with a secret sign; every coded bit is repeated 1 or 2 times.
 * Source: Pereira and Pun 2000 (template of DFT peaks); O'Ruanaidh and Pun 1997; own measurements (docs/decisions/0002-watermark-engine.md).
 * @module
 */
import { type KeyedStream, keyedStream, shuffled } from '../../../signal/keyedStream.ts';
import { drawOrigins, type TileOrigin } from '../../tileOrigin.ts';
import type { TrackKey } from '../../trackKey.ts';

/** What a track fixes about its carriers; radii in cycles per canonical pixel. */
export interface CarrierParameters {
  /** Side of the square tile, canonical pixels; even. */
  readonly tileSide: number;
  readonly radiusMin: number;
  readonly radiusMax: number;
  /** Strong pilots stay where they survive both reduction and compression; weak ones sound out the whole band. */
  readonly pilotRadiusMin: number;
  readonly pilotRadiusMax: number;
}

/** 16 strong pilots beat 72 equal ones in every synchronisation test of a prototype. */
export const STRONG_PILOTS = 16;
export const WEAK_PILOTS = 72;
export const PILOTS = STRONG_PILOTS + WEAK_PILOTS;
/** Amplitudes relative to data carriers of the same radius (measured on a prototype). */
const STRONG_AMPLITUDE = 4.2;
const WEAK_AMPLITUDE = 1.2;
/** Amplitude falls as radius^-0.6, in between a flat spectrum and a natural picture's 1 / f. */
const TILT = -0.6;
const TILT_REFERENCE = 0.1;
/** Pilots keep off the axes, where edges of buildings, text and block grids put their energy. */
const AXIS_DISTANCE_MIN = 2;

/** Arrays over carriers; the strong pilots come first, then the weak ones, then the data carriers. */
export interface CarrierLayout {
  readonly tileSide: number;
  readonly carriers: number;
  readonly u: Int16Array;
  readonly v: Int16Array;
  readonly amplitude: Float32Array;
  /** exp(i phase) of each pilot, as pairs. */
  readonly pilotPhase: Float32Array;
  /** Real part of data carrier d is entry 2 d, imaginary part 2 d + 1: the coded bit it bears and the sign. */
  readonly codedBit: Uint16Array;
  readonly sign: Int8Array;
  /** Where a picture's tiles may begin, samples. */
  readonly origins: readonly TileOrigin[];
}

interface Carrier {
  readonly u: number;
  readonly v: number;
  readonly radius: number;
}

/**
 * @param codedBits number of coded bits to spread over the data carriers
 * @throws {RangeError} if the band has too few carriers for the pilots or the coded bits
 */
export function makeCarrierLayout(parameters: CarrierParameters, key: TrackKey, codedBits: number): CarrierLayout {
  const carriers = shuffled(carriersOf(parameters), keyedStream(key, 'carriers'));
  const pilots = choosePilots(carriers, parameters);
  const data = carriers.filter((carrier) => !pilots.includes(carrier));
  if (2 * data.length < codedBits) throw new RangeError('makeCarrierLayout: fewer carriers than coded bits');
  const all = [...pilots, ...data];
  return {
    tileSide: parameters.tileSide,
    carriers: all.length,
    u: Int16Array.from(all, (carrier) => carrier.u),
    v: Int16Array.from(all, (carrier) => carrier.v),
    amplitude: Float32Array.from(all, (carrier, i) => amplitudeOf(carrier, i)),
    pilotPhase: pilotPhases(keyedStream(key, 'phases')),
    ...assignCodedBits(2 * data.length, codedBits, key),
    origins: drawOrigins(key, parameters.tileSide),
  };
}

/** The right half plane of the band; the left half is its mirror because the tile is real. */
function carriersOf({ tileSide, radiusMin, radiusMax }: CarrierParameters): Carrier[] {
  const reach = Math.ceil(radiusMax * tileSide);
  const out: Carrier[] = [];
  for (let v = -reach; v <= reach; v++)
    for (let u = 0; u <= reach; u++) {
      const radius = Math.hypot(u, v) / tileSide;
      if ((u > 0 || v > 0) && radius >= radiusMin && radius <= radiusMax) out.push({ u, v, radius });
    }
  return out;
}

/**
 * One strong pilot in each of 16 equal sectors of direction, so that whatever the key the layout has no empty
 * side and no two rotations of it look alike; then the weak ones at random.
 */
function choosePilots(carriers: readonly Carrier[], parameters: CarrierParameters): Carrier[] {
  const eligible = carriers.filter(({ u, v }) => Math.min(Math.abs(u), Math.abs(v)) >= AXIS_DISTANCE_MIN);
  const central = eligible.filter(
    ({ radius }) => radius > parameters.pilotRadiusMin && radius < parameters.pilotRadiusMax,
  );
  const sectorOf = ({ u, v }: Carrier): number => Math.floor(((Math.atan2(v, u) / Math.PI + 0.5) % 1) * STRONG_PILOTS);
  const strong: Carrier[] = [];
  for (let sector = 0; sector < STRONG_PILOTS; sector++) {
    const pilot = central.find((carrier) => sectorOf(carrier) === sector);
    if (pilot) strong.push(pilot);
  }
  const weak = eligible.filter((carrier) => !strong.includes(carrier)).slice(0, WEAK_PILOTS);
  if (strong.length + weak.length !== PILOTS)
    throw new RangeError('makeCarrierLayout: too few carriers for the pilots');
  return [...strong, ...weak];
}

function amplitudeOf({ radius }: Carrier, index: number): number {
  const tilted = (radius / TILT_REFERENCE) ** TILT;
  if (index < STRONG_PILOTS) return STRONG_AMPLITUDE * tilted;
  return index < PILOTS ? WEAK_AMPLITUDE * tilted : tilted;
}

function pilotPhases(stream: KeyedStream): Float32Array {
  const out = new Float32Array(2 * PILOTS);
  for (let i = 0; i < PILOTS; i++) {
    const phase = 2 * Math.PI * stream.unit();
    out[2 * i] = Math.cos(phase);
    out[2 * i + 1] = Math.sin(phase);
  }
  return out;
}

/** Every coded bit gets its share of the carriers' parts, at random. */
function assignCodedBits(parts: number, codedBits: number, key: TrackKey): Pick<CarrierLayout, 'codedBit' | 'sign'> {
  const inOrder = Array.from({ length: parts }, (_, i) => i % codedBits);
  const signs = keyedStream(key, 'signs');
  return {
    codedBit: Uint16Array.from(shuffled(inOrder, keyedStream(key, 'places'))),
    sign: Int8Array.from({ length: parts }, () => signs.sign()),
  };
}
