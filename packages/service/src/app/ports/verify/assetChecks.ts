/** Checks of one asset by strangers, counted within the hour: docs/spec/security.md#verify-as-an-oracle. @module */

export interface AssetCheck {
  readonly assetId: string;
  /** `user:<id>` or `ip:<network>`. */
  readonly checker: string;
  /** SHA-256 of the file, hex. */
  readonly picture: string;
  /** A stored file itself, which is never refused. */
  readonly isExact: boolean;
  readonly at: Date;
}

/** Different pictures in an hour. */
export interface CheckLimits {
  readonly perChecker: number;
  readonly inAll: number;
}

export interface CheckCount {
  /** False: the checker has sent too many different ones; nothing was counted. */
  readonly allowed: boolean;
  /** All checkers together have. */
  readonly isCrowded: boolean;
  /** In the hour so far, this one included. */
  readonly checks: number;
  readonly pictures: number;
  readonly checkers: number;
  /** When the hour began; its end is an hour later. */
  readonly since: Date;
}

export const CHECK_WINDOW_MS = 60 * 60 * 1000;

export interface AssetChecks {
  /** Exactly, however many come at once. */
  take(check: AssetCheck, limits: CheckLimits): Promise<CheckCount>;
  /** At most `limit` at once; how many. */
  forgetBefore(at: Date, limit: number): Promise<number>;
}
