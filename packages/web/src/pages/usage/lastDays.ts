/** The days of a chart, those without use included. @module */
import type { Usage } from '@assay/sdk/types';

export type UsedDay = Usage['history'][number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** `count` days up to the last one that was used, the oldest first; the service leaves out days without use. */
export function lastDays(history: readonly UsedDay[], count: number): readonly UsedDay[] {
  const last = history.at(-1);
  if (!last) return [];
  const used = new Map(history.map((day) => [day.period, day]));
  return Array.from({ length: count }, (_, i) => {
    const period = new Date(Date.parse(last.period) - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10);
    return used.get(period) ?? { period, uploads_count: 0, verifications_count: 0 };
  });
}
