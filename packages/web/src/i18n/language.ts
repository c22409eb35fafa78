/** The language of the pages: chosen by the browser's preference or by hand, its messages fetched as they are needed. @module */
import { frame } from './en/frame.ts';
import { type Part, partOf } from './parts.ts';
import { pseudo, PSEUDO_LOCALE } from './pseudo.ts';
import { makeTranslate, type Messages, regionalLocale, type Translate } from './translate.ts';

/** By their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', zh: '中文', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

/** English comes with the script where every page says it, so that nothing waits for it. */
const load = async (language: Language, part: Part): Promise<Readonly<Partial<Messages>>> =>
  language === 'en' && part === 'frame' ? frame : partOf(language, part);

const KEY = 'assay.language';
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);

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
  #translate: Translate = makeTranslate(frame, 'en');

  readonly current = (): Language => this.#language;
  readonly translate = (): Translate => this.#translate;

  /** @returns ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async start(): Promise<void> {
    const kept = window.localStorage.getItem(KEY);
    this.#isPseudo = kept === PSEUDO_LOCALE;
    await this.#become(isLanguage(kept) ? kept : this.#isPseudo ? 'en' : preferredLanguage(navigator.languages));
  }

  async choose(language: Language): Promise<void> {
    this.#isPseudo = false;
    window.localStorage.setItem(KEY, language);
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
      ...(await Promise.all(parts.map((part) => load(language, part)))),
    );
    for (const part of more) this.#parts.add(part);
    this.#language = language;
    const locale = regionalLocale(language, navigator.languages);
    this.#translate = makeTranslate(this.#isPseudo ? pseudo(messages) : messages, locale);
    document.documentElement.lang = language;
    document.documentElement.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
    for (const listener of this.#listeners) listener();
  }
}

export const language = new LanguageStore();
