/**
 * A language for tests: every message is English with accents, a third longer and in brackets. What stands on a page without
 * brackets is no message, and what does not fit would not fit in German either.
 * @module
 */
import type { Messages } from './translate.ts';

/** `zz` is nobody's language. */
export const PSEUDO_LOCALE = 'zz';

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' };

/** Places keep their names. */
const accented = (message: string): string =>
  message.replaceAll(/\{\w+\}|[aeiouAEO]/g, (found) => ACCENTS[found] ?? found);

/** In words of usual length: what cannot be broken would be too wide in no language. */
const widened = (message: string): string => `⟦${accented(message)}${' ·····'.repeat(Math.ceil(message.length / 18))}⟧`;

export const pseudo = (messages: Readonly<Partial<Messages>>): Partial<Messages> =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, widened(String(message))]));
