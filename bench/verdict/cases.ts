/**
 * The pictures that verdicts are measured on: every photo gets a few edits of a stratified design, dealt from shuffled decks, so that
 * over all photos each edit, each size and each aftermath comes equally often and meets different photos. A case is made anew
 * from its description alone, to the same samples every time.
 */
import type { Raster } from '@assay/core/raster';
import { BENIGN, chain, type Edit, jpeg, resized } from './edits/benignEdits.ts';
import type { Forgery } from './edits/localEdit.ts';
import { changeInside, FORGERIES, resizedTruth } from './edits/localEdits.ts';
import { loadPicture, type Part, photoFiles } from './pictures.ts';
import { type Random, seededRandom } from './random.ts';
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
  /** Root mean square change of the samples inside the edited area, before the aftermath; null for benign edits. */
  readonly changeRms: number | null;
}

export interface Design {
  readonly part: Part;
  readonly photos: number;
  readonly benignEach: number;
  readonly forgedEach: number;
  /** Which of the photos: different offsets, different photos. */
  readonly offset: number;
  /** How many photos of the part are left out at its beginning. */
  readonly skip: number;
  /** Other seeds, other edits of other photos. */
  readonly seed: number;
}

/** One case in three starts from the unmarked original; one in four of the rest is compared with the delivered file. */
export function filesOf(random: Random): { readonly from: FileKind; readonly reference: FileKind } {
  if (random.uniform() < 1 / 3) return { from: 'original', reference: 'original' };
  return { from: 'delivered', reference: random.uniform() < 1 / 4 ? 'delivered' : 'original' };
}

/** Deals the cards one by one; shuffles them anew whenever all were dealt (Fisher, Yates). */
export function dealer<T>(cards: readonly T[], random: Random): () => T {
  let deck: T[] = [];
  return () => {
    if (deck.length === 0) {
      deck = [...cards];
      for (let k = deck.length - 1; k > 0; k--) {
        const other = random.below(k + 1);
        [deck[k], deck[other]] = [deck[other] as T, deck[k] as T];
      }
    }
    return deck.pop() as T;
  };
}

/** Seeds of cases of different designs stay apart by this. */
const SEEDS_EACH = 1_000_000;

export function casesOf({ part, photos, benignEach, forgedEach, offset, skip, seed }: Design): CaseSpec[] {
  const files = photoFiles(part, photos, offset, skip);
  const random = seededRandom(SEEDS_EACH * seed + 31 * part.charCodeAt(0) + offset);
  const nextBenign = dealer(Object.keys(BENIGN), random);
  const nextForged = dealer(
    Object.keys(FORGERIES).flatMap((edit) =>
      SHARES.flatMap((share) => Object.keys(AFTERMATHS).map((aftermath) => ({ edit, share, aftermath }))),
    ),
    random,
  );
  const design = `${part}${offset}.${skip}.${seed}`;
  return files.flatMap((photo, i) => {
    const base = { part, photo, donor: files[(i + 1) % files.length] as string };
    const harmless = Array.from(
      { length: benignEach },
      (_, k): CaseSpec => ({
        ...base,
        ...filesOf(random),
        id: `${design}-${i}-b${k}`,
        expected: 'authentic',
        edit: nextBenign(),
        share: 0,
        aftermath: '',
        seed: SEEDS_EACH * seed + i * benignEach + k,
      }),
    );
    const forgeries = Array.from(
      { length: forgedEach },
      (_, k): CaseSpec => ({
        ...base,
        ...filesOf(random),
        id: `${design}-${i}-f${k}`,
        expected: 'forged',
        ...nextForged(),
        seed: SEEDS_EACH * seed + SEEDS_EACH / 2 + i * forgedEach + k,
      }),
    );
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
    return { query: await (BENIGN[spec.edit] as Edit)(start, random), reference, truth: null, changeRms: null };
  const forgery = FORGERIES[spec.edit] as Forgery;
  const edit = await forgery(start, await loadPicture(spec.donor), spec.share, random);
  const query = await (AFTERMATHS[spec.aftermath] as Edit)(edit.picture, random);
  const truth = await resizedTruth(edit.truth, edit.picture, query);
  return { query, reference, truth, changeRms: changeInside(start, edit) };
}
