/** Which photos a run looks at. @module */
import { readdirSync } from 'node:fs';
import path from 'node:path';

export interface ListedPhoto {
  readonly file: string;
  /** Folder and file name, so that results say nothing of the machine's other folders. */
  readonly photo: string;
}

const ENDINGS = /\.(?:png|jpe?g|webp|tiff?)$/i;

/**
 * The photos below each folder in the order of their paths: at most as many as `limits` says for that folder, after leaving
 * out the first as `skips` says; the last number of a list holds for all further folders.
 * @throws {Error} if a folder has none left
 */
export function listPhotos(
  folders: readonly string[],
  { skips, limits }: { readonly skips: readonly number[]; readonly limits: readonly number[] },
): ListedPhoto[] {
  return folders.flatMap((folder, i) => {
    const skip = skips[Math.min(i, skips.length - 1)] ?? 0;
    const limit = limits[Math.min(i, limits.length - 1)] ?? Number.POSITIVE_INFINITY;
    const root = path.resolve(folder);
    const photos = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => ENDINGS.test(name))
      .sort()
      .slice(skip, skip + limit)
      .map((name) => ({ file: path.join(root, name), photo: path.posix.join(path.basename(root), name) }));
    if (photos.length === 0) throw new Error(`${folder}: no photos there (PNG, JPEG, WebP or TIFF)`);
    return photos;
  });
}

/** The photo that splices into photo `index` show: one of the first three, never the photo itself. */
export function otherPhoto(photos: readonly ListedPhoto[], index: number): ListedPhoto {
  const few = photos.slice(0, 3);
  const next = few[(index + 1) % few.length] as ListedPhoto;
  return next === photos[index] ? (few[(index + 2) % few.length] as ListedPhoto) : next;
}
