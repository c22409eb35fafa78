/**
 * Synchronisation of tile tracks by the lattice of cells: a small cut-out shows too few cells to be decoded, but where they lie is beyond
 * doubt, and with it how the picture was turned and scaled. The tile tracks then stand at that rotation, at one of a ladder of scales, for
 * only the size of the picture that was marked is left unknown; and the soft bits of all add up.
 *
 * One canvas sample is canvasScale(n) pixels of a marked picture of n x n, a canonical pixel of a tile is likelyScales(n)[0], so that
 *     P_tile = rho P_lattice,   rho(n) = canvasScale(n) / likelyScales(n)[0],
 * the maps of affine.ts. Most cut-outs were not resampled: then a sample is as many pixels as it was, which tells n, and with it rho.
 * @module
 */
import { decodePayload } from '../payload/payloadFrame.ts';
import { readingsAtPoses } from '../tile/detect/blindDetection.ts';
import { readingsUnderPoses } from '../tile/detect/readingsUnderPoses.ts';
import type { PictureView } from '../tile/spectrum/pictureAnalysis.ts';
import type { CanvasScale, Extraction, KeyedTrack, LatticeReading, SoftReading } from '../watermarkTrack.ts';
import { afterChecksums, weightedSum, withPayload } from './jointDecoding.ts';
import { KNOWN_PAYLOAD_Z_MIN, payloadZScore } from './knownPayloadDetection.ts';
import { tilePoses } from './latticePoses.ts';

/** So many readings of a tile track, those in which its pilots agree best: if the picture was not resampled, and if it was. */
const NATIVE_READ = 4;
const RESAMPLED_READ = 2;
/**
 * So many sums are decoded, those with the highest pilots, of the view in which the pilots of all tracks agree best. Each is one chance in 2^32 to err,
 * and has to be: noise agrees with the message that the decoder finds in it some 13 to 14 deviations, as weak bits do with theirs
 * (bench/results/coding/noise.json), so that agreement tells nothing. Pictures whose cells carry nothing never get here.
 */
const SUMS_READ = 12;
/**
 * Weight of the lattice's own bits where a tile's have 1. In cut-outs of a quarter their payload stands 10 to 13 deviations high, a
 * tile's 5 to 9; pilots are too few there to tell each apart.
 */
const LATTICE_WEIGHT = 2;

/** What all tracks show under the pose of one view of the lattice. */
interface SynchronisedView {
  /** Of every track. */
  readonly readings: readonly (readonly SoftReading[])[];
  /** Sum over all tracks of the highest z-score of their pilots. */
  readonly zScore: number;
}

/** A reading of every track, or none. */
type Chosen = readonly (SoftReading | null)[];

/** @returns the extractions, with the payload of a lattice and the tile tracks that it synchronises if a sum of them gives one */
export function synchroniseByLattice(
  view: () => PictureView,
  tracks: readonly KeyedTrack[],
  before: readonly Extraction[],
): readonly Extraction[] {
  if (before.some(({ detected }) => detected)) return before;
  const own = before.findIndex(({ lattices }) => lattices);
  const canvasScale = tracks[own]?.track.canvasScale;
  const lattices = before[own]?.lattices?.() ?? [];
  if (lattices.length === 0 || !canvasScale) return before;
  // A lattice is alike in eight orientations, the pilots of all tracks only in one.
  const { readings } = lattices
    .map((lattice) => synchronised(lattice, own, view(), tracks, canvasScale))
    .reduce((likeliest, one) => (one.zScore > likeliest.zScore ? one : likeliest));
  let checksums = 0;
  for (const chosen of likeliestChoices(readings, own)) {
    const { payload, valid, checksums: tried } = decodePayload(sumOf(chosen, own), 1);
    checksums += tried;
    if (!valid) continue;
    const read = before.map((extraction, i) => confirmed(extraction, chosen[i] ?? null, payload));
    if (read.some(({ detected }) => detected)) return afterChecksums(read, checksums);
  }
  return afterChecksums(before, checksums);
}

function synchronised(
  lattice: LatticeReading,
  own: number,
  view: PictureView,
  tracks: readonly KeyedTrack[],
  canvasScale: CanvasScale,
): SynchronisedView {
  const readings = tracks.map(({ track: { carriers }, key }, i): readonly SoftReading[] => {
    if (!carriers) return i === own ? lattice.readings : [];
    const layout = carriers.layoutOf(key);
    const { native, resampled } = tilePoses(lattice, view.scale, canvasScale, carriers);
    return [
      ...readingsUnderPoses(view.spectrum, layout, native, NATIVE_READ),
      ...readingsAtPoses(view.spectrum, layout, resampled, RESAMPLED_READ).map(softReading),
    ];
  });
  return { readings, zScore: readings.reduce((sum, [best]) => sum + (best?.pilotZScore ?? 0), 0) };
}

const softReading = (reading: { readonly pilotZScore: number; readonly llr: Float32Array }): SoftReading => ({
  pilotZScore: reading.pilotZScore,
  softBits: reading.llr,
});

/** With the lattice and one tile at least, those with the highest pilots first. */
function likeliestChoices(readings: readonly (readonly SoftReading[])[], own: number): readonly Chosen[] {
  const all = readings.reduce<readonly Chosen[]>(
    (sets, ofTrack, i) => sets.flatMap((set) => [...ofTrack, ...(i === own ? [] : [null])].map((one) => [...set, one])),
    [[]],
  );
  const pilotsOf = (set: Chosen): number => set.reduce((sum, one) => sum + (one?.pilotZScore ?? 0), 0);
  return all
    .filter((set) => set.some((one, i) => one && i !== own))
    .toSorted((a, b) => pilotsOf(b) - pilotsOf(a))
    .slice(0, SUMS_READ);
}

function sumOf(chosen: Chosen, own: number): Float32Array {
  const weights = chosen.flatMap((reading, i) => (reading ? [i === own ? LATTICE_WEIGHT : 1] : []));
  return weightedSum(
    chosen.flatMap((reading) => reading?.softBits ?? []),
    weights,
  );
}

/** The extraction with the payload, if the reading that was chosen of its track agrees beyond chance. */
function confirmed(extraction: Extraction, reading: SoftReading | null, payload: Uint8Array): Extraction {
  if (!reading || payloadZScore([reading.softBits], payload) < KNOWN_PAYLOAD_Z_MIN) return extraction;
  return withPayload({ ...extraction, softBits: reading.softBits, pose: null }, payload);
}
