/** Every wild edit by its name, with its family, the half that it belongs to, and the answer that is right. */
import { BENDING, REMOVED_LINES } from './edits/bending.ts';
import { CHAINS } from './edits/chains.ts';
import { CODECS } from './edits/codecs.ts';
import { COLOURS } from './edits/colours.ts';
import { CUTS } from './edits/cuts.ts';
import { DEFECTS } from './edits/defects.ts';
import { DRAWINGS } from './edits/drawings.ts';
import { FEWER_COLOURS } from './edits/fewerColours.ts';
import { FRAMES } from './edits/frames.ts';
import { LIGHT_FIELDS, LIT_SCREENS } from './edits/lightFields.ts';
import { LOOKS } from './edits/looks.ts';
import { DARKENING_LENSES, FOCUS_FIELDS } from './edits/optics.ts';
import { OVERLAYS } from './edits/overlays.ts';
import { PALETTES } from './edits/palettes.ts';
import { PRINTING } from './edits/printing.ts';
import { SAVED_OVERLAYS } from './edits/savedOverlays.ts';
import { SCREENS } from './edits/screens.ts';
import { MIDDLE_LIGHT, SHAPES } from './edits/shapes.ts';
import { SHARPENING, UPSCALING } from './edits/sharpening.ts';
import { BLURS, DENOISING } from './edits/smoothing.ts';
import { SURROUNDINGS } from './edits/surroundings.ts';
import { SWAYING } from './edits/swaying.ts';
import { TONES } from './edits/tones.ts';
import { WINDOWS } from './edits/windows.ts';
import { type Change, inPlace, type WildEdit } from './wildEdit.ts';

export const HALVES = ['tune', 'aside'] as const;
/** Only `tune` may be looked at while the judge is made; `aside` says how good it is. */
export type Half = (typeof HALVES)[number];

export interface WildKind {
  readonly id: string;
  readonly family: string;
  readonly half: Half;
  readonly edit: WildEdit;
  /** The modification that names what was added around or over the picture; null where nothing was added. */
  readonly added: 'border' | 'overlay' | null;
  /** So little of the picture is left, or so much is around it, that `unknown` is as right as `authentic`. */
  readonly mayBeUnknown: boolean;
}

const still = (list: Readonly<Record<string, Change>>): Readonly<Record<string, WildEdit>> =>
  Object.fromEntries(Object.entries(list).map(([id, change]) => [id, inPlace(change)]));

const FAMILIES: Readonly<Record<string, Readonly<Record<string, WildEdit>>>> = {
  tone: still(TONES),
  colour: still(COLOURS),
  look: still(LOOKS),
  palette: still(PALETTES),
  print: PRINTING,
  screen: SCREENS,
  chain: CHAINS,
  codec: CODECS,
  upscale: UPSCALING,
  sharpen: still(SHARPENING),
  denoise: still(DENOISING),
  blur: still(BLURS),
  bend: BENDING,
  'lines out': REMOVED_LINES,
  cut: CUTS,
  frame: FRAMES,
  surroundings: SURROUNDINGS,
  overlay: OVERLAYS,
  'saved overlay': SAVED_OVERLAYS,
  defect: DEFECTS,
};

/** More of a family that may be looked at, all of them: they leave the other half as it is. */
const ALL_TUNE: Readonly<Record<string, Readonly<Record<string, WildEdit>>>> = {
  look: still({ ...LIGHT_FIELDS, ...MIDDLE_LIGHT }),
  palette: still(FEWER_COLOURS),
  screen: LIT_SCREENS,
  blur: still(FOCUS_FIELDS),
  bend: { ...SWAYING, ...DARKENING_LENSES },
  cut: WINDOWS,
  frame: SHAPES,
  overlay: DRAWINGS,
};

const ADDED: Readonly<Record<string, 'border' | 'overlay'>> = {
  frame: 'border',
  surroundings: 'border',
  overlay: 'overlay',
  'saved overlay': 'overlay',
  'a quarter of a collage': 'border',
  'caption above': 'border',
  'paused video': 'overlay',
  'rounded corners': 'overlay',
  'cut to an oval': 'overlay',
  'round portrait': 'overlay',
  'dust and scratches': 'overlay',
};

const MAY_BE_UNKNOWN = new Set([
  'cut out, a tenth',
  'cut out, a twentieth',
  'a quarter of a collage',
  'window, a fifteenth',
  'round portrait',
  'vignette into black',
  'vignette into white',
]);

const kindsOf = (families: typeof FAMILIES, halfAt: (place: number) => Half): WildKind[] =>
  Object.entries(families).flatMap(([family, edits]) =>
    Object.entries(edits).map(([id, edit], place) => ({
      id,
      family,
      half: halfAt(place),
      edit,
      added: ADDED[id] ?? ADDED[family] ?? null,
      mayBeUnknown: MAY_BE_UNKNOWN.has(id),
    })),
  );

/** Within a family the halves take turns, so that each has both; new kinds are added at a family's end. */
export const WILD_KINDS: readonly WildKind[] = [
  ...kindsOf(FAMILIES, (place) => HALVES[place % 2] as Half),
  ...kindsOf(ALL_TUNE, () => 'tune'),
];

const BY_ID = new Map(WILD_KINDS.map((kind) => [kind.id, kind]));

/** @throws {RangeError} for a name that no kind has */
export function wildKind(id: string): WildKind {
  const kind = BY_ID.get(id);
  if (!kind) throw new RangeError(`no wild edit is called "${id}"; the names are in bench/verdict/wild/kinds.ts`);
  return kind;
}
