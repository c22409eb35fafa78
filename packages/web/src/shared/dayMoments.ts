/** Days of a filter as moments, in the zone that the list's dates are shown in: a day of the service is one of UTC. @module */
import type { DaySpan } from './days.ts';

const at = (day: string | undefined, time: string): string | undefined =>
  day === undefined ? undefined : new Date(`${day}T${time}`).toISOString();

/** The first moment of the first day and the last one of the last day, both inclusive. */
export const dayMoments = ({ from, to }: DaySpan): DaySpan => ({ from: at(from, '00:00'), to: at(to, '23:59:59.999') });
