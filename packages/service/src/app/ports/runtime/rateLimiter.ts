/** Counting requests and wrong passwords, per caller. Shared by all processes when a shared store is configured. @module */
import type { HealthProbe } from './health.ts';

export interface RateWindow {
  readonly name: 'minute' | 'hour' | 'day';
  /** Its length; windows begin at whole multiples of it since 1970, so that a day begins at 00:00 UTC. */
  readonly seconds: number;
  /** Requests in one window. */
  readonly limit: number;
}

export interface WindowState {
  readonly window: RateWindow;
  readonly remaining: number;
  readonly resetsAt: Date;
}

export interface RateState {
  readonly allowed: boolean;
  /** In the order of the windows that were asked for; those after the first that refused are not counted. */
  readonly windows: readonly WindowState[];
}

export interface RateLimiter extends HealthProbe {
  /** True when the counts are shared through a store that `check` asks for. */
  readonly isShared: boolean;
  /**
   * Counts one request in every window, the shortest first, and stops at the first that refuses: what is refused does
   * not use up the longer windows.
   * @param principal `key:<id>`, `user:<id>` or `ip:<address>`
   */
  take(principal: string, windows: readonly RateWindow[]): Promise<RateState>;
  /** The same without counting. */
  look(principal: string, windows: readonly RateWindow[]): Promise<RateState>;
  close(): Promise<void>;
}

export interface LoginGuard {
  /**
   * Call before a password is checked. The first failures are free; after them the waiting time doubles with each one
   * (docs/spec/accounts.md#wrong-passwords). Never locks for good: there is a longest wait, and a day without a failure
   * forgets all.
   * @param subject whose password from where: the same for a known and an unknown account
   * @throws {AppError} RATE_LIMITED with the seconds to wait
   */
  attempt(subject: string): Promise<void>;
  /** The password was right: what failed before is forgotten. */
  succeeded(subject: string): Promise<void>;
  /** The password was right: this attempt is none of the failures, which stay. */
  forgive(subject: string): Promise<void>;
}

/** Which networks a person is known to come from, for a month. Of an address without an account as of any other. */
export interface KnownNetworks {
  /** @param account the address of mail, in lower case; `network` as `AddressRules.networkOf` gives it */
  add(account: string, network: string): Promise<void>;
  has(account: string, network: string): Promise<boolean>;
}
