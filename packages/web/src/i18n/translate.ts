/**
 * Messages by key. A message may hold `{name}` places; one that depends on a count has a key for each plural category of
 * its language (`.one`, `.other`, ...), chosen by Intl.PluralRules.
 * @module
 */
import { createContext, useContext } from 'react';
import type { en } from './en.ts';

export type MessageKey = keyof typeof en;
/** A further language must have every key of English. */
export type Messages = Readonly<Record<MessageKey, string>>;
/** A part of a further language: every key of English, and the plural categories that English lacks. */
export type In<English> = Readonly<Record<keyof English, string>> & {
  readonly [plural: `${string}.${'zero' | 'two' | 'few' | 'many'}`]: string;
};

export type Values = Readonly<Record<string, string | number>>;

type PluralStem<Key> = Key extends `${infer Stem}.other` ? Stem : never;
export type PluralKey = PluralStem<MessageKey>;

export interface Translate {
  (key: MessageKey, values?: Values): string;
  /** The message for `count`, which is also the value of `{count}`. */
  readonly plural: (stem: PluralKey, count: number, values?: Values) => string;
  /** Whether there is such a message: a newer service may name what this page has no words for. */
  readonly has: (key: string) => key is MessageKey;
  readonly locale: string;
}

/** @param messages some may come later; one that is missed is a fault of the page that asks for it too early */
export function makeTranslate(messages: Readonly<Partial<Messages>>, locale: string): Translate {
  // Browsers read the customs of the world with the first format that is made, 50 ms on a fast processor: not before a page has
  // begun, and not at all for a page without numbers.
  let rules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const show = (value: string | number) =>
    typeof value === 'number' ? (numbers ??= new Intl.NumberFormat(locale)).format(value) : value;
  const fill = (message: string, values: Values) =>
    message.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      return value === undefined ? place : show(value);
    });
  const missed = (key: string) => {
    reportError(new Error(`There is no message ${key}`));
    return '';
  };
  const translate = (key: MessageKey, values: Values = {}) => fill(messages[key] ?? missed(key), values);
  const plural = (stem: PluralKey, count: number, values: Values = {}) => {
    const byCategory: Readonly<Record<string, string>> = messages;
    const message =
      byCategory[`${stem}.${((rules ??= new Intl.PluralRules(locale))).select(count)}`] ??
      messages[`${stem}.other`] ??
      missed(stem);
    return fill(message, { ...values, count });
  };
  const has = (key: string): key is MessageKey => Object.hasOwn(messages, key);
  return Object.assign(translate, { plural, has, locale });
}

/**
 * The reader's own variant of a language we have (`en-GB` for `en`), for its dates and numbers; the language itself if the
 * reader prefers others.
 */
export function regionalLocale(language: string, preferred: readonly string[]): string {
  return preferred.find((locale) => locale === language || locale.startsWith(`${language}-`)) ?? language;
}

export const TranslateContext = createContext<Translate | null>(null);

export function useTranslate(): Translate {
  const translate = useContext(TranslateContext);
  if (!translate) throw new TypeError('useTranslate: there is no language around this part');
  return translate;
}
