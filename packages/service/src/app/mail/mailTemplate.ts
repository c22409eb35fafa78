/** The form that all mails have, in the language of who reads them. @module */
import type { User } from '../ports/accounts/accounts.ts';
import type { Mail } from '../ports/delivery/mail.ts';
import type { Language } from '../ports/runtime/language.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import type { MailKind, MailWords } from './words/mailWords.ts';
import { zh } from './words/zh.ts';

/** To whom, in which language. */
export type Reader = Pick<User, 'email' | 'language'>;

const PARAGRAPH = '\n\n';

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { en, de, zh, ar };

/** @param values of the places in braces; a value is never read for places itself */
export function mailFromTemplate(
  { email, language }: Reader,
  kind: MailKind,
  values: Readonly<Record<string, string>> = {},
): Mail {
  const words = MAIL_WORDS[language];
  const { subject, paragraphs } = words[kind];
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  const text = [words.greeting, ...paragraphs.map(filled), 'Assay'].join(PARAGRAPH);
  return { to: email, subject: filled(subject), text: `${text}\n` };
}
