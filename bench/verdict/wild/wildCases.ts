/**
 * The cases of the wild bench: honest copies after a wild edit, and forgeries with a wild edit after them, dealt from
 * shuffled decks so that every kind and every forgery comes equally often and meets different photos.
 */
import type { Raster } from '@assay/core/raster';
import sharp from 'sharp';
import type { RgbPicture } from '../../retrieval/rgbPicture.ts';
import { type CaseSpec, dealer, filesOf } from '../cases.ts';
import type { Forgery } from '../edits/localEdit.ts';
import { changeInside, FORGERIES } from '../edits/localEdits.ts';
import { seededRandom } from '../random.ts';
import { assetIdOf, marked, type MarkedWith } from '../realMark.ts';
import { HALVES, type Half, WILD_KINDS, wildKind } from './kinds.ts';
import { loadSized, sizeOf, wildPhotos } from './photos.ts';
import { followTruth } from './wildEdit.ts';

/** Of the area; smaller ones are the plain bench's. */
export const FORGED_SHARES = [0.2, 0.05, 0.02] as const;

/** As a `CaseSpec`; `edit` is empty for honest copies, `aftermath` is empty: the wild edit stands in its place. */
export interface WildSpec extends CaseSpec {
  /** Name of a wild edit. */
  readonly kind: string;
  /** The photo is reduced to so many; null: its own size. */
  readonly megapixels: number | null;
}

export interface WildCase {
  readonly query: Raster;
  readonly reference: Raster;
  readonly truth: Uint8Array | null;
  readonly changeRms: number | null;
  /** What the mark in the delivered file names. */
  readonly assetId: string;
  /** Share of the query that shows nothing of the picture. */
  readonly covered: number;
  /** Share of the forged area that the query still shows; null for honest copies. */
  readonly left: number | null;
}

export interface WildDesign {
  /** Half of the photos. */
  readonly part: Half;
  /** Half of the kinds. */
  readonly kinds: Half;
  readonly photos: number;
  readonly honestEach: number;
  readonly forgedEach: number;
  readonly seed: number;
}

const SEEDS_EACH = 10_000_000;

export async function wildCases(design: WildDesign): Promise<WildSpec[]> {
  const { part, kinds: half, photos, honestEach, forgedEach, seed } = design;
  const files = await wildPhotos(part, photos);
  const kinds = WILD_KINDS.filter((kind) => kind.half === half).map(({ id }) => id);
  const base = SEEDS_EACH * (seed * 4 + HALVES.indexOf(part) * 2 + HALVES.indexOf(half));
  const random = seededRandom(base);
  const nextKind = dealer(kinds, random);
  const nextForged = dealer(
    kinds.flatMap((kind) =>
      Object.keys(FORGERIES).flatMap((edit) => FORGED_SHARES.map((share) => ({ kind, edit, share }))),
    ),
    random,
  );
  const name = `${part}-${half}-${seed}`;
  return files.flatMap((photo, i) =>
    Array.from({ length: honestEach + forgedEach }, (_, k): WildSpec => {
      const isForged = k >= honestEach;
      return {
        id: `${name}-${i}-${k}`,
        part: photo.includes('/bsds/') ? 'bsds' : 'tune',
        photo,
        donor: files[(i + 1 + (k % 7)) % files.length] as string,
        expected: isForged ? 'forged' : 'authentic',
        ...(isForged ? nextForged() : { kind: nextKind(), edit: '', share: 0 }),
        aftermath: '',
        ...filesOf(random),
        megapixels: sizeOf(photo, random),
        seed: base + 1 + i * (honestEach + forgedEach) + k,
      };
    }),
  );
}

/** @param marks what the delivered file carries */
export async function makeWildCase(spec: WildSpec, marks: MarkedWith = 'A+B'): Promise<WildCase> {
  // The service shuts all decoders but its own for its process; edits draw with others.
  sharp.unblock({ operation: ['VipsForeignLoad'] });
  const original = await loadSized(spec.photo, spec.megapixels);
  // Marking takes seconds; a copy of the original needs none.
  const needsMark = [spec.from, spec.reference].includes('delivered');
  const delivered = needsMark ? ((await marked(original, marks)).picture as RgbPicture) : original;
  const pictures = { original, delivered };
  const random = seededRandom(spec.seed);
  const start = pictures[spec.from];
  const forged =
    spec.edit === ''
      ? null
      : await (FORGERIES[spec.edit] as Forgery)(
          start,
          await loadSized(spec.donor, spec.megapixels),
          spec.share,
          random,
        );
  const seen = await wildKind(spec.kind).edit((forged?.picture ?? start) as RgbPicture, random);
  const followed = followTruth(
    forged?.truth ?? new Uint8Array(start.width * start.height),
    start.width,
    start.height,
    seen,
  );
  return {
    query: seen.picture,
    reference: pictures[spec.reference],
    truth: forged && followed.truth,
    changeRms: forged && changeInside(start, forged),
    assetId: assetIdOf(original),
    covered: followed.covered,
    left: forged && followed.left,
  };
}
