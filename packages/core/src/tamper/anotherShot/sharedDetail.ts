/**
 * Fine detail that a copy shares with its original and another shot of the same scene does not: the noise of the sensor, and
 * whatever else is finer than the scene's own structure. In bands of one octave (`octaveBands.ts`), and in blocks that were
 * not changed:
 *     coherence = <b_q b_r> / sqrt(<b_q^2> <b_r^2>),   slope = <b_q b_r> / <b_r^2>,   energy = <b^2>
 * q the query, r the aligned reference in the query's tone. Grain that was added leaves the slope at 1, a denoiser takes energy;
 * another shot has as much noise as the first, and other noise. Where blocks are quiet there is hardly anything else.
 * Sources: Lukas, Fridrich, Goljan 2006 (noise residuals of quiet places tell pictures apart); Bendat, Piersol 2010, chapter 6.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { BAND_SIGMAS, lowPasses, type Products } from '../cues/octaveBands.ts';
import { dilate } from '../regions/morphology.ts';

/** How far the detail of one band agrees in some blocks. */
export interface BandAgreement {
  /** Of all blocks together, -1..1. */
  readonly coherence: number;
  /** Median of the blocks', -1..1. */
  readonly medianCoherence: number;
  /** Regression of the query's detail on the reference's; 1 where it was kept as it was. */
  readonly slope: number;
  /** Mean square of the query's detail, levels^2. */
  readonly queryEnergy: number;
  /** The same of the reference's. */
  readonly referenceEnergy: number;
}

/** Fine, middle and coarse band: 0 to 0.8, 0.8 to 1.6, and 1.6 to 3.2 px of the working picture. */
export type BandAgreements = readonly [BandAgreement, BandAgreement, BandAgreement];

export interface SharedDetail {
  /** The fifth of the blocks with the least structure. */
  readonly quietest: BandAgreements;
  /** The half with the least. */
  readonly quiet: BandAgreements;
  /** The three tenths with the most. */
  readonly textured: BandAgreements;
}

const BLOCK_PX = 16;
/** Fewer blocks say nothing. */
const BLOCKS_MIN = 8;
const PART_MIN = 6;
/** Of a block, that may be judged. */
const FREE_FRACTION = 0.9;
/** Around changed regions, whose edge is not sharp. */
const CHANGED_MARGIN_PX = 4;
/** Levels outside which samples may be clipped. */
const [LEVEL_MIN, LEVEL_MAX] = [4, 251];
/** Energy of rounding, levels^2: bands without any detail are alike in nothing. */
const ROUNDING = { coherence: 1e-4, block: 1e-3, slope: 1e-3 } as const;

/** By band; the last two tell how much structure there is. */
type Block = readonly Products[];

/**
 * @param query     luma at working size, [0, 255]
 * @param reference the same of the aligned reference, with the query's tone
 * @param free      1 where they may be compared, see `judgeable`
 * @returns null if too little is left to judge
 */
export function sharedDetail(query: Plane, reference: Plane, free: Uint8Array): SharedDetail | null {
  const blocks = blocksOf(query, reference, free);
  if (blocks.length < BLOCKS_MIN) return null;
  const structure = (block: Block): number =>
    block.slice(2).reduce((sum, [queryEnergy, referenceEnergy]) => sum + queryEnergy + referenceEnergy, 0);
  const calmFirst = blocks.map((block) => ({ block, key: structure(block) })).sort((a, b) => a.key - b.key);
  const part = (from: number, to: number): BandAgreements => {
    const some = calmFirst.slice(Math.floor(from * blocks.length), to).map(({ block }) => block);
    return [agreement(some, 0), agreement(some, 1), agreement(some, 2)];
  };
  const first = (fraction: number): number => Math.max(PART_MIN, Math.floor(fraction * blocks.length));
  return { quietest: part(0, first(0.2)), quiet: part(0, first(0.5)), textured: part(0.7, blocks.length) };
}

/**
 * Where the detail of two aligned pictures may be compared: 1 there.
 * @param inside  1 where both have a pixel
 * @param changed 1 where the query was changed or covered
 */
export function judgeable(
  { data: q, width, height }: Plane,
  { data: r }: Plane,
  inside: Uint8Array,
  changed: Uint8Array,
): Uint8Array {
  const near = dilate(changed, width, height, CHANGED_MARGIN_PX);
  const isFree = (level: number): boolean => level > LEVEL_MIN && level < LEVEL_MAX;
  const out = new Uint8Array(inside.length);
  for (let i = 0; i < out.length; i++)
    if (inside[i] === 1 && near[i] === 0 && isFree(q[i] as number) && isFree(r[i] as number)) out[i] = 1;
  return out;
}

function blocksOf(query: Plane, reference: Plane, mask: Uint8Array): Block[] {
  const { width, height } = query;
  const [q, r] = [lowPasses(query), lowPasses(reference)];
  const blocks: Block[] = [];
  for (let y = 0; y + BLOCK_PX <= height; y += BLOCK_PX)
    for (let x = 0; x + BLOCK_PX <= width; x += BLOCK_PX)
      if (freeFraction(mask, width, x, y) >= FREE_FRACTION)
        blocks.push(BAND_SIGMAS.map((_, band) => productsOf(q, r, band, y * width + x, width)));
  return blocks;
}

function freeFraction(mask: Uint8Array, width: number, x: number, y: number): number {
  let free = 0;
  for (let v = y; v < y + BLOCK_PX; v++) for (let u = x; u < x + BLOCK_PX; u++) free += mask[v * width + u] as number;
  return free / BLOCK_PX ** 2;
}

function productsOf(
  q: readonly Float32Array[],
  r: readonly Float32Array[],
  band: number,
  from: number,
  width: number,
): Products {
  const [q0, q1, r0, r1] = [q[band], q[band + 1], r[band], r[band + 1]] as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  let qq = 0;
  let rr = 0;
  let qr = 0;
  for (let v = 0; v < BLOCK_PX; v++)
    for (let i = from + v * width, end = i + BLOCK_PX; i < end; i++) {
      const a = (q0[i] as number) - (q1[i] as number);
      const b = (r0[i] as number) - (r1[i] as number);
      qq += a * a;
      rr += b * b;
      qr += a * b;
    }
  return [qq / BLOCK_PX ** 2, rr / BLOCK_PX ** 2, qr / BLOCK_PX ** 2];
}

function agreement(blocks: readonly Block[], band: number): BandAgreement {
  const products = blocks.map((block) => block[band] as Products);
  const mean = (k: 0 | 1 | 2): number => products.reduce((sum, one) => sum + one[k], 0) / products.length;
  const [qq, rr, qr] = [mean(0), mean(1), mean(2)];
  const each = Float32Array.from(products, ([a, b, c]) => c / Math.sqrt(a * b + ROUNDING.block));
  return {
    coherence: qr / Math.sqrt(qq * rr + ROUNDING.coherence),
    medianCoherence: ranked(each, each.length >> 1) as number,
    slope: qr / (rr + ROUNDING.slope),
    queryEnergy: qq,
    referenceEnergy: rr,
  };
}
