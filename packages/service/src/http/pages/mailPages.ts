/**
 * Small pages that links in mails open, in the language that the browser asks for. They work without scripts and without the
 * web application, which lends its looks.
 * @module
 */
import type { AppError } from '@assay/core/errors';
import type { FastifyRequest } from 'fastify';
import { isRightToLeft, type ReportLanguage } from '../../app/ports/verify/reportPrinter.ts';
import { languageOfReader } from '../request/languageOfReader.ts';
import { escaped } from './html.ts';
import { MAIL_PAGE_WORDS, type MailPageWord } from './mailPageWords.ts';

/** What a link in a mail is for. */
export type MailForm = 'verify' | 'cancel' | 'reset';

/** Says words in one language, for HTML. */
interface Reader {
  readonly language: ReportLanguage;
  readonly say: (word: MailPageWord, values?: Readonly<Record<string, string>>) => string;
}

function readerOf(request: FastifyRequest): Reader {
  const language = languageOfReader(request);
  const words = MAIL_PAGE_WORDS[language];
  return {
    language,
    say: (word, values = {}) =>
      escaped(words[word].replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)),
  };
}

/** @param title and content are HTML */
const page = ({ language }: Reader, title: string, content: string): string => `<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="/plain.css">
<title>${title} – Assay</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const ACTION = {
  verify: '/v1/auth/verify-email',
  cancel: '/v1/auth/cancel-email-change',
  reset: '/v1/auth/reset-password',
} as const satisfies Record<MailForm, string>;

/** Opening it changes nothing: mail scanners open links as well. */
export function formPage(request: FastifyRequest, kind: Exclude<MailForm, 'reset'>, token: string): string {
  const reader = readerOf(request);
  const { say } = reader;
  return page(
    reader,
    say(`${kind}.title`),
    form(kind, token, `<p>${say(`${kind}.text`)}</p>\n<p><button type="submit">${say(`${kind}.button`)}</button></p>`),
  );
}

/** @param isWeak the last attempt was a password that is refused */
export function resetPasswordPage(request: FastifyRequest, token: string, isWeak: boolean): string {
  const reader = readerOf(request);
  const { say } = reader;
  const problem = isWeak ? `<p role="alert" id="problem">${say('refused.WEAK_PASSWORD')}</p>\n` : '';
  const described = `aria-describedby="${isWeak ? 'problem hint" aria-invalid="true' : 'hint'}"`;
  return page(
    reader,
    say('reset.title'),
    form(
      'reset',
      token,
      `${problem}<p><label for="password">${say('reset.label')}</label><br>
<input type="password" id="password" name="password" autocomplete="new-password" required ${described}></p>
<p id="hint">${say('reset.hint')}</p>
<p><button type="submit">${say('reset.button')}</button></p>`,
    ),
  );
}

const form = (kind: MailForm, token: string, content: string): string =>
  `<form method="post" action="${ACTION[kind]}">
<input type="hidden" name="token" value="${escaped(token)}">
${content}
</form>`;

const onward = (address: string, words: string): string => `\n<p><a href="${address}">${words}</a></p>`;

/** Where one goes on afterwards. Whoever asked for a change of address that its reader did not want knows the password. */
const NEXT = {
  verify: null,
  cancel: { address: '/forgot-password', word: 'link.reset' },
  reset: { address: '/login', word: 'link.signIn' },
} as const satisfies Record<MailForm, { readonly address: string; readonly word: MailPageWord } | null>;

/** @param later when a confirmed address becomes that of the account; null: it is already */
export function donePage(request: FastifyRequest, kind: MailForm, later: Date | null = null): string {
  const reader = readerOf(request);
  const { say } = reader;
  const next = NEXT[kind];
  const time =
    later && new Intl.DateTimeFormat(reader.language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const text = later && time ? say('verify.doneLater', { time: `${time.format(later)} UTC` }) : say(`${kind}.doneText`);
  return page(reader, say(`${kind}.done`), `<p>${text}</p>${next ? onward(next.address, say(next.word)) : ''}`);
}

/** What a link that is of no use any more leaves to do: for most another mail is asked for; a change cannot be warned of again. */
const ONCE_GONE = {
  verify: { text: 'refused.GONE', links: [['/account', 'link.anew']] },
  cancel: {
    text: 'cancel.gone',
    links: [
      ['/forgot-password', 'link.reset'],
      ['/account', 'link.account'],
    ],
  },
  reset: { text: 'refused.GONE', links: [['/forgot-password', 'link.anew']] },
} as const satisfies Record<MailForm, { text: MailPageWord; links: readonly (readonly [string, MailPageWord])[] }>;

export function refusedPage(request: FastifyRequest, kind: MailForm, error: AppError): string {
  const reader = readerOf(request);
  const { say } = reader;
  const title = say(`${kind}.failed`);
  if (error.code === 'GONE') {
    const { text, links } = ONCE_GONE[kind];
    const ways = links.map(([address, word]) => onward(address, say(word))).join('');
    return page(reader, title, `<p>${say(text)}</p>${ways}`);
  }
  const word = `refused.${error.code}`;
  // What no page here has words for is said as the API says it.
  const isKnown = (name: string): name is MailPageWord => Object.hasOwn(MAIL_PAGE_WORDS.en, name);
  const text = isKnown(word) ? `<p>${say(word)}</p>` : `<p lang="en" dir="ltr">${escaped(error.detail)}</p>`;
  return page(reader, title, text);
}
