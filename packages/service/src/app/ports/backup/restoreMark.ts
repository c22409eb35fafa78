/** What the data folder says of a restore that is under way. @module */

/** While it is there no service starts on the folder. */
export interface RestoreMark {
  /**
   * `begun`: a restore of this backup was, and did not end. `free`: there is nothing here that a restore would mix with.
   * @throws {BackupRefused} neither
   */
  find(backupId: string): Promise<'begun' | 'free'>;
  begin(backupId: string): Promise<void>;
  /** Puts a small file of the backup where the service will look for it, in place of what is there. */
  placeKept(path: string, bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}
