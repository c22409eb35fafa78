/** What the data folder says of a restore that is under way. @module */

/** While it is there no service starts on the folder. */
export interface RestoreMark {
  /**
   * `begun`: a restore of this backup was, and did not end. `free`: there is nothing here that a restore would mix with.
   * @throws {BackupRefused} neither
   */
  find(backupId: string): Promise<'begun' | 'free'>;
  begin(backupId: string): Promise<void>;
  /**
   * Puts a file of the backup where the service will look for it, in place of what is there; a log may be larger than the memory.
   * @param sha256 hex; null: nothing was promised
   * @throws {BackupRefused} for bytes that are not those; what is there stays
   */
  placeKept(path: string, bytes: AsyncIterable<Uint8Array>, sha256: string | null): Promise<void>;
  end(): Promise<void>;
}
