/** Numbers and times as people of a language write them. @module */

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size with at most one decimal, in steps of 1024 as files are counted. */
export function bytesText(bytes: number, locale: string): string {
  const step = bytes > 0 ? Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0;
  const value = bytes / 1024 ** step;
  const style = { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay: step === 0 ? 'long' : 'short' } as const;
  return new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(
    value,
  );
}

export const dayText = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(Date.parse(time));

export const timeText = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(time));

/** A time to come, ms, by the reader's clock: to the second today, else with its day. */
export function comingText(at: number, now: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const style = isToday ? ({ timeStyle: 'medium' } as const) : ({ dateStyle: 'medium', timeStyle: 'short' } as const);
  return new Intl.DateTimeFormat(locale, style).format(at);
}
