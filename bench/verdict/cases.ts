/**
 * The pictures that verdicts are measured on: every photo gets a few edits of a stratified design, drawn so that over all
 * photos each edit, each size and each aftermath comes equally often and meets different photos. A case is made anew
 * from its description alone, to the same samples every time.
 */
import type { Raster } from '@assay/core/raster';
import { BENIGN, chain, type Edit, jpeg, resized } from './benignEdits.ts';
import { FORGERIES, type Forgery, resizedTruth } from './localEdits.ts';
import { loadPicture, type Part, photoFiles } from './pictures.ts';
import { seededRandom } from './random.ts';
import { marked } from './realMark.ts';

export const SHARES = [0.2, 0.05, 0.02, 0.01, 0.005] as const;

/** What follows a forgery; the first two are what the bars speak of. */
export const AFTERMATHS: Readonly<Record<string, Edit>> = {
  'jpeg 85': jpeg(85),
  'resize 0.6, jpeg 50': chain(resized(0.6), jpeg(50)),
};

/** Which file an edit starts from, or a comparison is made with. */
export type FileKind = 'original' | 'delivered';

export interface CaseSpec {
  readonly id: string;
  readonly part: Part;
  readonly photo: string;
  readonly donor: string;
  readonly expected: 'authentic' | 'forged';
  /** Key of `BENIGN` or of `FORGERIES`. */
  readonly edit: string;
  /** Share of the area that is edited; 0 for benign edits. */
  readonly share: number;
  /** Key of `AFTERMATHS`; empty for benign edits, which have their own. */
  readonly aftermath: string;
  readonly from: FileKind;
  readonly reference: FileKind;
  readonly seed: number;
}

export interface Case {
  readonly query: Raster;
  readonly reference: Raster;
  /** Null for benign edits. */
  readonly truth: Uint8Array | null;
}

export interface Design {
  readonly part: Part;
  readonly photos: number;
  readonly benignEach: number;
  readonly forgedEach: number;
  /** Which of the photos: different offsets, different photos. */
  readonly offset: number;
}

/** One case in three starts from the unmarked original; one in four of the rest is compared with the delivered file. */
function filesOf(turn: number): { readonly from: FileKind; readonly reference: FileKind } {
  if (turn % 3 === 2) return { from: 'original', reference: 'original' };
  return { from: 'delivered', reference: turn % 4 === 1 ? 'delivered' : 'original' };
}

/** A number that has no divisor in common with the lengths of the lists, so that every combination comes up in turn. */
const STRIDE = 37;

export function casesOf({ part, photos, benignEach, forgedEach, offset }: Design): CaseSpec[] {
  const files = photoFiles(part, photos, offset);
  const benign = Object.keys(BENIGN);
  const forged = Object.keys(FORGERIES).flatMap((edit) =>
    SHARES.flatMap((share) => Object.keys(AFTERMATHS).map((aftermath) => ({ edit, share, aftermath }))),
  );
  return files.flatMap((photo, i) => {
    const donor = files[(i + 1) % files.length] as string;
    const base = { part, photo, donor };
    const harmless = Array.from({ length: benignEach }, (_, k): CaseSpec => {
      const turn = i * benignEach + k;
      const edit = benign[(turn * STRIDE) % benign.length] as string;
      return {
        ...base,
        ...filesOf(turn + i),
        id: `${part}${offset}-${i}-b${k}`,
        expected: 'authentic',
        edit,
        share: 0,
        aftermath: '',
        seed: 1000 + turn,
      };
    });
    const forgeries = Array.from({ length: forgedEach }, (_, k): CaseSpec => {
      const turn = i * forgedEach + k;
      const what = forged[(turn * STRIDE) % forged.length] as (typeof forged)[number];
      return {
        ...base,
        ...filesOf(turn + i),
        id: `${part}${offset}-${i}-f${k}`,
        expected: 'forged',
        ...what,
        seed: 500_000 + turn,
      };
    });
    return [...harmless, ...forgeries];
  });
}

export async function makeCase(spec: CaseSpec): Promise<Case> {
  const original = await loadPicture(spec.photo);
  const { picture: delivered } = await marked(original);
  const pictures: Readonly<Record<FileKind, Raster>> = { original, delivered };
  const random = seededRandom(spec.seed);
  const start = pictures[spec.from];
  const reference = pictures[spec.reference];
  if (spec.expected === 'authentic')
    return { query: await (BENIGN[spec.edit] as Edit)(start, random), reference, truth: null };
  const forgery = FORGERIES[spec.edit] as Forgery;
  const edit = await forgery(start, await loadPicture(spec.donor), spec.share, random);
  const query = await (AFTERMATHS[spec.aftermath] as Edit)(edit.picture, random);
  return { query, reference, truth: await resizedTruth(edit.truth, edit.picture, query) };
}
