/**
 * Names what was done to a stored picture to get the submitted one (`metadata.modifications`: docs/spec/verification.md#modifications).
 * @module
 */
import type { Box } from '../registration/geometry.ts';
import type { ComparisonFacts, TamperRegion } from '../tamper/comparison.ts';
import { type GlobalEdit, globalEdits } from './globalEdits.ts';
import { hasChangedRegion } from './readEvidence.ts';
import { REGION_FRACTION_FORGED } from './thresholds.ts';

export type Severity = 'low' | 'medium' | 'high';

/** What a file says of itself. */
export interface FileFacts {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** libjpeg's quality, 1..100; null for other formats. */
  readonly jpegQuality: number | null;
}

export type Modification = { readonly severity: Severity } & (
  | { readonly type: 'crop'; readonly region: Box; readonly visibleFraction: number }
  | { readonly type: 'resize'; readonly factor: number; readonly original: string; readonly current: string }
  | { readonly type: 'rotate'; readonly angleDeg: number }
  | { readonly type: 'mirror' }
  /** `around`: where the stored picture lies in the submitted one, pixels of that. */
  | { readonly type: 'border'; readonly fraction: number; readonly around: Box }
  | { readonly type: 'overlay'; readonly region: Box }
  | { readonly type: 'recompress'; readonly original: string; readonly current: string }
  | GlobalEdit
  | { readonly type: 'color'; readonly name: string; readonly lumaShift: number; readonly chromaShift: number }
  | { readonly type: 'local_edit'; readonly region: TamperRegion }
  | { readonly type: 'metadata_removed' | 'metadata_changed'; readonly field: string }
);

/** Visible fraction of the reference below which something was cut off; registration is good to a fraction of a percent. */
const CROP_VISIBLE_MAX = 0.985;
/** The same for what lies around it. */
const BORDER_COVERAGE_MAX = 0.985;
/** Relative change of scale that is not the registration's error. */
const RESIZE_MIN = 0.015;
/** The same for the angle, degrees. */
const ROTATE_MIN_DEG = 0.5;
/** Reductions beyond this lose detail that a later check may need. */
const RESIZE_SEVERE = 0.5;
/** libjpeg quality below which recompression is visible. */
const QUALITY_SEVERE = 60;
/** Mean shift from which a tone change is obvious, levels. */
const TONE_SEVERE = 20;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** In the order: what the picture shows, how it was processed, what was changed in it. */
export function modificationsOf(
  comparison: ComparisonFacts,
  files: { readonly query: FileFacts; readonly reference: FileFacts },
): Modification[] {
  return [
    ...geometricModifications(comparison, files.query, files.reference),
    ...encodingModifications(files.query, files.reference),
    ...globalEdits(comparison.whole),
    ...toneModifications(comparison),
    ...localEdits(comparison),
  ];
}

const wholePixels = ({ x, y, w, h }: Box): Box => ({ x: round(x, 0), y: round(y, 0), w: round(w, 0), h: round(h, 0) });

const sides = ({ width, height }: FileFacts): string => `${width} x ${height}`;

function geometricModifications(comparison: ComparisonFacts, query: FileFacts, reference: FileFacts): Modification[] {
  const { scale, rotationDeg, mirrored, cropBox, shownBox, visibleFraction } = comparison.geometry;
  const out: Modification[] = [];
  if (visibleFraction < CROP_VISIBLE_MAX) {
    const region = wholePixels(cropBox);
    const severity = visibleFraction < 0.5 ? 'medium' : 'low';
    out.push({ type: 'crop', severity, region, visibleFraction: round(visibleFraction, 3) });
  }
  if (comparison.coverage < BORDER_COVERAGE_MAX)
    out.push({
      type: 'border',
      severity: 'low',
      fraction: round(1 - comparison.coverage, 3),
      around: wholePixels(shownBox),
    });
  for (const { x, y, w, h } of comparison.overlays)
    out.push({ type: 'overlay', severity: 'low', region: { x, y, w, h } });
  if (Math.abs(scale - 1) > RESIZE_MIN)
    out.push({
      type: 'resize',
      severity: scale < RESIZE_SEVERE ? 'medium' : 'low',
      factor: round(scale, 3),
      original: sides(reference),
      current: sides(query),
    });
  if (Math.abs(rotationDeg) > ROTATE_MIN_DEG)
    out.push({ type: 'rotate', severity: 'low', angleDeg: round(rotationDeg, 1) });
  if (mirrored) out.push({ type: 'mirror', severity: 'low' });
  return out;
}

const encoding = ({ format, jpegQuality }: FileFacts): string =>
  jpegQuality === null ? format : `${format} quality ${jpegQuality}`;

function encodingModifications(query: FileFacts, reference: FileFacts): Modification[] {
  const original = encoding(reference);
  const current = encoding(query);
  if (original === current) return [];
  const isSevere = query.jpegQuality !== null && query.jpegQuality < QUALITY_SEVERE;
  return [{ type: 'recompress', severity: isSevere ? 'medium' : 'low', original, current }];
}

function toneModifications({ tone }: ComparisonFacts): Modification[] {
  if (!tone.changed) return [];
  const severity = Math.max(tone.lumaShift, tone.chromaShift) > TONE_SEVERE ? 'medium' : 'low';
  return [
    {
      type: 'color',
      name: 'tone or colour changed',
      severity,
      lumaShift: round(tone.lumaShift, 1),
      chromaShift: round(tone.chromaShift, 1),
    },
  ];
}

/** Nothing is listed unless a region counts; then every listed region is. */
function localEdits(comparison: ComparisonFacts): Modification[] {
  if (!hasChangedRegion(comparison)) return [];
  const { largestRegionFraction, regions } = comparison;
  const severity = largestRegionFraction > REGION_FRACTION_FORGED ? 'high' : 'medium';
  return regions.map((region) => ({ type: 'local_edit', severity, region }));
}

/**
 * Metadata that the stored original has and the submitted picture lacks or states differently. Tags that any encoder
 * writes anew (`Thumbnail`, sizes) are the caller's to leave out.
 * @param original tag name to value; null if the original had none
 * @param current  the same of the submitted picture
 */
export function metadataModifications(
  original: Readonly<Record<string, unknown>> | null,
  current: Readonly<Record<string, unknown>> | null,
): Modification[] {
  if (original === null || Object.keys(original).length === 0) return [];
  if (current === null || Object.keys(current).length === 0)
    return [{ type: 'metadata_removed', severity: 'low', field: 'exif' }];
  const out: Modification[] = [];
  for (const [field, value] of Object.entries(original)) {
    if (!Object.hasOwn(current, field)) out.push({ type: 'metadata_removed', severity: 'low', field });
    else if (JSON.stringify(current[field]) !== JSON.stringify(value))
      out.push({ type: 'metadata_changed', severity: 'medium', field });
  }
  return out;
}

/** EXIF that whoever saves a file writes about the saving; tags of EXIF 2.32, and of TIFF 6.0 among them. */
// biome-ignore format: names in rows
const OF_SAVING: ReadonlySet<string> = new Set([
  'Software', 'ProcessingSoftware', 'DateTime', 'OffsetTime', 'SubSecTime', 'HostComputer',
  'ExifVersion', 'FlashpixVersion', 'ColorSpace', 'ComponentsConfiguration', 'CompressedBitsPerPixel', 'Orientation',
  'PixelXDimension', 'PixelYDimension', 'XResolution', 'YResolution', 'ResolutionUnit', 'YCbCrPositioning',
]);

/** Does a field of EXIF say where the picture was taken? */
export const tellsPlace = (field: string): boolean => field.startsWith('GPS');

/**
 * Of those of `metadataModifications`, the fields that state something else and that no program restates by saving: who, when, with what.
 * Not where: a verdict would tell strangers what the original says of its place.
 */
export const restatedFields = (changes: readonly Modification[]): readonly string[] =>
  changes.flatMap((change) =>
    change.type === 'metadata_changed' && !OF_SAVING.has(change.field) && !tellsPlace(change.field)
      ? [change.field]
      : [],
  );
