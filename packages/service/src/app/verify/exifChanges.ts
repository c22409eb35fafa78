/** What the EXIF of a submitted file says otherwise than was recorded with a stored picture. @module */
import { metadataModifications, type Modification } from '@assay/core/verdict/modifications';
import type { Asset } from '../ports/assets/assets.ts';
import type { ImageMetadata, MetadataTags } from '../ports/verify/engine.ts';

export interface ExifChanges {
  readonly recorded: MetadataTags;
  readonly current: MetadataTags;
  /** Empty where nothing was recorded. */
  readonly changes: readonly Modification[];
}

export const isEmpty = (tags: MetadataTags | null): boolean => tags === null || Object.keys(tags).length === 0;

/** Tags of the EXIF block's first directory that say something of the picture; the others say how a file stores it. */
// biome-ignore format: names in a row
const DESCRIPTIVE_TAGS: ReadonlySet<string> = new Set([
  'ImageDescription', 'Make', 'Model', 'Software', 'DateTime', 'Artist', 'HostComputer', 'Copyright',
]);

/** What of EXIF is compared: all of its own tags, and of TIFF's those that describe. */
const comparable = (exif: MetadataTags | null, tiff: MetadataTags | null): MetadataTags => ({
  ...Object.fromEntries(Object.entries(tiff ?? {}).filter(([name]) => DESCRIPTIVE_TAGS.has(name))),
  ...exif,
});

export function exifChanges(asset: Pick<Asset, 'exifMetadata' | 'tiffMetadata'>, metadata: ImageMetadata): ExifChanges {
  const recorded = comparable(asset.exifMetadata, asset.tiffMetadata);
  const current = comparable(metadata.exif, metadata.tiff);
  return { recorded, current, changes: metadataModifications(recorded, current) };
}
