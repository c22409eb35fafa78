/** What a report says, in the reader's language: words, numbers, times. @module */
import { REPORT_LANGUAGES, type ReportLanguage } from '../../app/ports/verify/reportPrinter.ts';
import { APP_WORDS } from './generated/appWords.ts';
import { OWN_WORDS } from './ownWords.ts';

export type Word = keyof (typeof APP_WORDS)['en'] | keyof (typeof OWN_WORDS)['en'];
type Values = Readonly<Record<string, string | number>>;

export interface Words {
  readonly language: ReportLanguage;
  say(word: Word, values?: Values): string;
  /** For a count, which is also `{count}`. @param stem of the words that end in a plural category */
  plural(stem: 'evidence.fingerprint.for', count: number, values?: Values): string;
  number(value: number): string;
  /** Whole percent, rounded down, so that only certainty reads as 100 %. */
  percent(share: number): string;
  /** In two decimals, rounded down: a score below the threshold never reads as the threshold. */
  score(value: number): string;
  time(at: Date): string;
  /** The sentence of the rule that decided a check; null for a rule without words. */
  reason(rule: string | null): string | null;
}

/** Binary fractions such as 0.29 * 100 = 28.999... */
const ROUNDING = 1e-9;

export function wordsIn(language: ReportLanguage): Words {
  const words: Readonly<Record<string, string>> = { ...APP_WORDS[language], ...OWN_WORDS[language] };
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const hundredths = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percents = new Intl.NumberFormat(language, { style: 'percent' });
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  const rules = new Intl.PluralRules(language);
  const fill = (text: string, values: Values) =>
    text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      return value === undefined ? place : typeof value === 'number' ? numbers.format(value) : value;
    });
  const down = (value: number) => Math.floor(value * 100 + ROUNDING) / 100;
  return {
    language,
    say: (word, values = {}) => fill(words[word] as string, values),
    plural: (stem, count, values = {}) =>
      fill(words[`${stem}.${rules.select(count)}`] ?? (words[`${stem}.other`] as string), { ...values, count }),
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(down(share)),
    score: (value) => hundredths.format(down(value)),
    time: (at) => times.format(at),
    reason: (rule) => words[`reason.${rule}`] ?? null,
  };
}

const isLanguage = (name: string): name is ReportLanguage => (REPORT_LANGUAGES as readonly string[]).includes(name);

/** The first of `Accept-Language` that there is, by weight (RFC 9110, 12.5.4); else English. */
export const languageOf = (header: string | undefined): ReportLanguage => askedLanguage(header) ?? 'en';

/** The same; null if there is none of them. */
export function askedLanguage(header: string | undefined): ReportLanguage | null {
  const asked = (header ?? '').split(',').map((range, place) => {
    const [name = '', ...parameters] = range.trim().toLowerCase().split(';');
    const weight = parameters.map((text) => /^\s*q=([\d.]{1,5})$/.exec(text)?.[1]).find((text) => text !== undefined);
    return { name: name.split('-', 1)[0] ?? '', weight: Number(weight ?? 1), place };
  });
  const sorted = asked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight || a.place - b.place);
  return sorted.map(({ name }) => name).find(isLanguage) ?? null;
}
