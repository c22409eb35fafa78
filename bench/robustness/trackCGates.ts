/**
 * What track C's search is gated by, in marked and unmarked pictures: strengths of the lattice, magnitudes of the logits,
 * z-scores of the pilots of readings that decode. The gates of `latticeSearch.ts` and `latticeScreen.ts` are read off here, and
 * have to be read off anew for another pair of networks.
 *
 *     npx tsx --conditions=assay-source bench/robustness/trackCGates.ts PHOTOS [SKIP] [LIMIT] [SIDE]
 */
import { parseArgs } from 'node:util';
import { rowsOf } from '@assay/core/signal/rowSource';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { decodePayload } from '@assay/core/watermark/payload/payloadFrame';
import { canvasSize, lumaAtSize } from '@assay/core/watermark/neural/canvas';
import { cellLayout, symbolsOf } from '@assay/core/watermark/neural/cellLayout';
import { findLattice } from '@assay/core/watermark/neural/latticePeak';
import { screenLattices } from '@assay/core/watermark/neural/latticeScreen';
import { CELL_SIDE, type CellReadings, type NeuralModem } from '@assay/core/watermark/neural/neuralModem';
import { alignedPlacement } from '@assay/core/watermark/neural/placement';
import { readTile } from '@assay/core/watermark/neural/tileReading';
import { viewAt, viewSampler } from '@assay/core/watermark/neural/viewSampler';
import type { TrackKey } from '@assay/core/watermark/trackKey';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';
import { fromSharp, type RgbPicture } from '../retrieval/rgbPicture.ts';
import { ATTACKS } from './attacks/attacks.ts';
import { BENCH_KEYS } from './benchKeys.ts';
import { benchModem, benchTracks, modelsVersion } from './benchTracks.ts';
import { loadAttackCv } from './attacks/cvImage.ts';
import { attackRandom, payloadOf } from './attacks/numpyRandom.ts';
import { listPhotos } from './photoList.ts';

/** Those that leave the frame as it is, and those that must be screened. */
const GATED_ATTACKS = ['none', 'jpeg50', 'jpeg15', 'rot5in', 'rot37blk', 'crop50', 'crop25'];
const MARKED_WITH = ['', 'c', 'abc'];
/** Rings of cells from the rim of the canvas whose energy is told. */
const RINGS = 5;

const { positionals } = parseArgs({ allowPositionals: true });
const [folder, skip = '0', limit = '12', side = '768'] = positionals;
if (!folder) throw new Error('name a folder of photos');

const values = new Map<string, number[]>();
function note(what: string, value: number): void {
  values.set(what, [...(values.get(what) ?? []), value]);
}

function magnitude({ logits }: CellReadings, covered?: Uint8Array): number {
  const seen = logits.filter((_, cell) => !covered || covered[cell] === 1);
  return seen.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, seen.length);
}

function notePilots(name: string, readings: CellReadings): void {
  const { zScore, llr } = readTile(readings, cellLayout(BENCH_KEYS.c as TrackKey));
  note(`${name}, pilots ${decodePayload(llr, 1).valid ? 'where it decodes' : 'where it does not'}`, zScore);
}

function measureGates(modem: NeuralModem, kind: string, picture: Parameters<typeof rowsOf>[0]): void {
  const rows = rowsOf(picture);
  const whole = modem.decode([lumaAtSize(rows, canvasSize(rows, 384))])[0] as CellReadings;
  note(`${kind}, whole picture, lattice`, findLattice(whole).strength);
  notePilots(`${kind}, whole picture`, whole);
  const sampler = viewSampler(rows);
  const best = screenLattices(sampler, modem).candidates[0];
  if (!best) return;
  note(`${kind}, best small view, lattice`, best.lattice.strength);
  const aligned = alignedPlacement(best.placement, best.lattice.map, sampler.picture);
  if (!aligned) return;
  const { luma, covered } = viewAt(sampler, aligned);
  const readings = modem.decode([luma])[0] as CellReadings;
  note(`${kind}, aligned view, lattice`, findLattice(readings).strength);
  note(`${kind}, aligned view, mean magnitude of logits`, magnitude(readings, covered));
  notePilots(`${kind}, aligned view`, readings);
}

/** Mean square of the residual in each ring of cells from the rim inwards; 1 over the whole canvas. */
function noteRings(modem: NeuralModem, original: RgbPicture): void {
  const canvas = lumaAtSize(original, canvasSize(original, 384));
  const [columns, rows] = [canvas.width / CELL_SIDE, canvas.height / CELL_SIDE];
  const residual = modem.encode(
    canvas,
    symbolsOf(payloadOf('rings'), cellLayout(BENCH_KEYS.c as TrackKey), columns, rows),
  );
  const rings = Array.from({ length: RINGS }, () => ({ energy: 0, samples: 0 }));
  for (const [i, value] of residual.data.entries()) {
    const column = Math.floor((i % canvas.width) / CELL_SIDE);
    const row = Math.floor(i / canvas.width / CELL_SIDE);
    const ring = rings[Math.min(column, row, columns - 1 - column, rows - 1 - row)];
    if (!ring) continue;
    ring.energy += value * value;
    ring.samples++;
  }
  for (const [n, { energy, samples }] of rings.entries()) note(`energy of ring ${n}`, energy / samples);
}

const { cv } = await loadAttackCv();
const modem = benchModem();
for (const { file, photo } of listPhotos([folder], { skips: [Number(skip)], limits: [Number(limit)] })) {
  const size = Number(side);
  const original = await fromSharp(
    sharp(file).rotate().resize({ width: size, height: size, fit: 'inside', kernel: 'lanczos3' }),
  );
  noteRings(modem, original);
  for (const letters of MARKED_WITH) {
    const options = { tracks: benchTracks(letters), keys: BENCH_KEYS };
    const picture = letters ? (embedTracks(original, payloadOf(photo), options).picture as RgbPicture) : original;
    for (const attack of GATED_ATTACKS) {
      const scene = { cv, random: attackRandom(photo, attack), other: original };
      const attacked = await ATTACKS[attack]?.(picture, scene);
      if (attacked)
        measureGates(modem, letters ? `marked with ${letters}, ${attack}` : `unmarked, ${attack}`, attacked);
    }
  }
}
const table = Object.fromEntries(
  [...values].map(([name, found]) => {
    const sorted = found.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      Math.round(100 * (sorted[Math.floor(share * (sorted.length - 1))] as number)) / 100;
    return [name, { count: sorted.length, least: at(0), quarter: at(0.25), median: at(0.5), most: at(1) }];
  }),
);
console.table(table);
console.log(saveResult('track-c/gates', { models: modelsVersion(), photos: Number(limit), side: Number(side), table }));
