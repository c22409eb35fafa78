/** What an organization, or an address without an account, has used of its allowance. @module */

/** Who pays for a verification. */
export type Consumer =
  | { readonly kind: 'organization'; readonly organizationId: string }
  /** As `AddressRules.networkOf` gives it. */
  | { readonly kind: 'address'; readonly address: string };

/** Units that were counted; kept so that they can be given back to the very day and month they were taken from. */
export interface TakenUnits {
  readonly consumer: Consumer;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
}

/** The quota record of one calendar month in UTC. */
export interface QuotaRecord {
  readonly id: string;
  readonly organizationId: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly uploadsCount: number;
  readonly verificationsCount: number;
  readonly storageUsedBytes: number;
  readonly uploadsLimit: number;
  readonly verificationsLimit: number;
  readonly storageLimitBytes: number;
  readonly quotaExceeded: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

export interface UsageOfPeriod {
  /** First day of the month, or the day. */
  readonly period: string;
  readonly uploadsCount: number;
  readonly verificationsCount: number;
}

export interface Usage {
  readonly current: QuotaRecord;
  readonly verificationsToday: number;
  readonly verificationsPerDayLimit: number;
  readonly assetsCount: number;
  readonly assetsLimit: number;
  /** The oldest first; periods without use are left out. */
  readonly history: readonly UsageOfPeriod[];
}

export interface UsageQuery {
  /** Both inclusive, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly granularity: 'day' | 'month';
}

/** Days, `YYYY-MM-DD`; what lies before is over. */
export interface OldUses {
  readonly addresses: string;
  readonly organizations: string;
  readonly notices: string;
}

export interface Quotas {
  /**
   * Counts verifications before they are made: all of them or none, exactly, however many ask at once.
   * @throws {AppError} QUOTA_EXCEEDED naming the limit
   */
  takeVerifications(consumer: Consumer, units: number): Promise<TakenUnits>;
  /** Whether one more would be counted now, without counting it. @throws {AppError} as `takeVerifications` */
  assertVerificationsLeft(consumer: Consumer): Promise<void>;
  /** Whether one more upload would be counted now, without counting it. @throws {AppError} QUOTA_EXCEEDED naming the limit */
  assertUploadsLeft(organizationId: string): Promise<void>;
  /** For verifications that came to nothing. */
  giveBack(taken: TakenUnits, units: number): Promise<void>;
  usage(organizationId: string, query: UsageQuery): Promise<Usage>;
  /**
   * Forgets what was used on days before, and which events were sent in periods that began before; months stay. At most `limit`
   * rows of each at once; how many, whichever were most.
   */
  forgetBefore(days: OldUses, limit: number): Promise<number>;
}
