/** What is done to the store of pictures as a whole: whose it is, and what was taken out of use. @module */

/** What the transparency log with this key id last signed. */
export type NoteName = `${string}.checkpoint`;

/** Why the files of an asset were taken out of use. */
export type QuarantineReason = 'no row in the database' | 'upload failed';

export interface Quarantined {
  readonly assetId: string;
  readonly since: Date;
  readonly reason: QuarantineReason;
}

/**
 * Files that nothing refers to are moved aside, never deleted at once: whether nothing refers to them is what a database
 * says, and the database may be the wrong one, an empty one, or one that was restored from last week.
 */
export interface StoreKeeping {
  /** The database that the store belongs to, by its id; null: nobody has used the store yet. */
  owner(): Promise<string | null>;
  claim(databaseId: string): Promise<void>;
  /** A small text beside the pictures, which is there again when database and data folder are lost; null: none. */
  note(name: NoteName): Promise<string | null>;
  keepNote(name: NoteName, text: string): Promise<void>;
  /** From now on nobody owns it, and asking for its owner throws, until it is claimed. */
  beginRestore(databaseId: string, backupId: string): Promise<void>;
  /** The backup whose restore began and did not end; null: none. */
  restoring(): Promise<string | null>;
  /** Moves all files of the asset aside; they are no part of the store any more. No error if there are none. */
  quarantine(assetId: string, since: Date, reason: QuarantineReason): Promise<void>;
  quarantined(): AsyncIterable<Quarantined>;
  /** Moves the files back. False: nothing of this asset is in quarantine. Files that came back meanwhile are kept. */
  restore(assetId: string): Promise<boolean>;
  /** Deletes what is in quarantine of the asset, for good. */
  discard(assetId: string): Promise<void>;
}

/** The database in use, as far as the store must know it. */
export interface BoundDatabase {
  /** Made with the database; a restored or copied database has that of its origin. */
  readonly id: string;
  hasAssets(): Promise<boolean>;
}
