/** Files that rows of the database name, wherever they lie. @module */
import type { StoredVariant } from '../assets/storage.ts';

/** Where a file belongs: in the store of pictures, or in the archive. */
export type FilePlace =
  | { readonly kind: 'picture'; readonly assetId: string; readonly variant: StoredVariant }
  | { readonly kind: 'archive'; readonly cid: string };

/** A file as its row speaks of it. */
export interface NamedFile {
  readonly place: FilePlace;
  /** SHA-256 of the plain file, hex; null where no row says it (a preview). */
  readonly contentSha256: string | null;
  /** What lies in the store is the plain file sealed. */
  readonly isEncrypted: boolean;
  /** False for an upload that is not finished, which may have no file yet, and for a preview, which is made again. */
  readonly isRequired: boolean;
}

/** Whether a row of the database as it is now still names the file. */
export type StillNamed = (place: FilePlace) => Promise<boolean>;
