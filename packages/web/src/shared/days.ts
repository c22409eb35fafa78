/** A span of days that a list is filtered by, as an address keeps it. @module */

export interface DaySpan {
  /** Days as `2026-11-20`, both inclusive, of the zone of whoever reads. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const day = (given: unknown): string | undefined =>
  typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) && new Date(given).toJSON()?.startsWith(given)
    ? given
    : undefined;

/** Whatever an address says becomes days that can be asked for. */
export const daySpan = (given: Record<string, unknown>): DaySpan => ({
  from: day(given['from']),
  to: day(given['to']),
});
