/** The language of the pages: chosen by the browser's preference or by hand, its messages fetched as they are needed. @module */
import { type Part, partOf } from './parts.ts';
import { pseudo, PSEUDO_LOCALE } from './pseudo.ts';
import { makeTranslate, type Messages, regionalLocale, type Translate } from './translate.ts';

/** By their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', zh: '中文', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'assay.language';

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** What the service draws before the script runs is in the chosen language too: a year, as long as browsers keep it at most. */
const tellService = (language: Language): void => {
  document.cookie = `assay_language=${language}; path=/; max-age=31536000; samesite=lax`;
};

const isLanguage = (name: string | null | undefined): name is Language =>
  name != null && Object.hasOwn(LANGUAGES, name);

/** The first of the reader's languages that there is; else English. */
export const preferredLanguage = (preferred: readonly string[]): Language =>
  preferred.map((locale) => locale.split('-', 1)[0]).find(isLanguage) ?? 'en';

class LanguageStore {
  readonly #listeners = new Set<() => void>();
  #language: Language = 'en';
  /** For those who make the pages: English, drawn so that a text that is no message shows. */
  #isPseudo = false;
  readonly #parts = new Set<Part>(['frame']);
  #becoming: Promise<void> = Promise.resolve();
  #translate: Translate = makeTranslate({}, 'en');

  readonly current = (): Language => this.#language;
  readonly translate = (): Translate => this.#translate;

  /** @returns ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @throws if the words of no language arrive: then what the service drew says more than an empty page */
  async start(): Promise<void> {
    const kept = window.localStorage.getItem(KEY);
    this.#isPseudo = kept === PSEUDO_LOCALE;
    const chosen = isLanguage(kept) ? kept : null;
    if (chosen) tellService(chosen);
    const wanted = chosen ?? (this.#isPseudo ? 'en' : preferredLanguage(navigator.languages));
    // English is better than nothing.
    this.#becoming = this.#become(wanted).catch(() => this.#become('en'));
    await this.#becoming;
  }

  async choose(language: Language): Promise<void> {
    this.#isPseudo = false;
    window.localStorage.setItem(KEY, language);
    tellService(language);
    await this.#become(language);
  }

  /** Before a page is shown that says more than the first one. All who ask at the same time wait for each other. */
  need(...parts: readonly Part[]): Promise<void> {
    const before = this.#becoming.catch(() => undefined);
    this.#becoming = before.then(async () => {
      const missing = parts.filter((part) => !this.#parts.has(part));
      if (missing.length > 0) await this.#become(this.#language, missing);
    });
    return this.#becoming;
  }

  async #become(language: Language, more: readonly Part[] = []): Promise<void> {
    const parts = [...this.#parts, ...more];
    const messages: Partial<Messages> = Object.assign(
      {},
      ...(await Promise.all(parts.map((part) => partOf(language, part)))),
    );
    for (const part of more) this.#parts.add(part);
    this.#language = language;
    const locale = regionalLocale(language, navigator.languages);
    this.#translate = makeTranslate(this.#isPseudo ? pseudo(messages) : messages, locale);
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    for (const listener of this.#listeners) listener();
  }
}

export const language = new LanguageStore();
