/**
 * Where the files of an asset lie in a bucket:
 *     PREFIX<asset id>/<variant>
 *     PREFIXpreviews/<asset id>/<variant>   previews, so that a rule of the bucket can end them: it filters by the begin of a key
 * @module
 */
import { assertStoredName, plainVariant, type StoredVariant } from '../../app/ports/assets/storage.ts';

/** deploy/s3/lifecycle.json names it. */
export const PREVIEWS_FOLDER = 'previews';

export interface S3Layout {
  readonly previews: string;
  /** @throws {RangeError} for other names than ours, see `assertStoredName` */
  keyOf(assetId: string, variant: StoredVariant): string;
  /** All that its files lie in; what can be made again comes first. @throws {RangeError} as `keyOf` */
  foldersOf(assetId: string): readonly string[];
}

/** @param prefix empty, or ends with a slash */
export function s3Layout(prefix: string): S3Layout {
  const previews = `${prefix}${PREVIEWS_FOLDER}/`;
  return {
    previews,
    keyOf(assetId, variant) {
      assertStoredName(assetId, variant);
      return `${plainVariant(variant) === 'preview' ? previews : prefix}${assetId}/${variant}`;
    },
    foldersOf(assetId) {
      assertStoredName(assetId);
      return [`${previews}${assetId}/`, `${prefix}${assetId}/`];
    },
  };
}
