/** The sentence that a verdict rests on, in the reader's language. @module */
import type { Translate } from '../../i18n/translate.ts';

interface Judged {
  /** That decided it; null if it was not judged, or before rules were told. */
  readonly rule: string | null;
  readonly details: string | null;
}

interface Reason {
  readonly text: string;
  /** Of the text, where it is not the page's. */
  readonly lang: 'en' | undefined;
}

/** English readers get the service's own words, which hold numbers too; others find those among the evidence. Null: there is none. */
export function reasonOf({ rule, details }: Judged, t: Translate): Reason | null {
  const key = `reason.${rule}`;
  if (!/^en\b/.test(t.locale) && t.has(key)) return { text: t(key), lang: undefined };
  return details ? { text: details, lang: 'en' } : null;
}
