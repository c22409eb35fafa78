/**
 * Pages of links: the one page of all, with what it will say put in beforehand, for readers and machines without script.
 * The script of the page puts its own in that place.
 * @module
 */
import { isRightToLeft } from '../../app/ports/verify/reportPrinter.ts';
import type { Words } from '../reports/words.ts';
import { escaped } from './html.ts';
import type { ShownFacts } from './shownFacts.ts';

/** Where no pages were built. */
const BARE_SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head><body><div id="root"></div></body></html>';

/** @param url of the page, whole */
export function shownPage(shell: string | null, facts: ShownFacts, url: string, words: Words): string {
  const [sentence = ''] = facts.sentences;
  const meta = [
    '<meta name="robots" content="noindex">',
    property('og:type', 'website'),
    property('og:site_name', 'Assay'),
    property('og:url', url),
    property('og:title', facts.title),
    property('og:description', sentence),
    ...(facts.picture === null
      ? []
      : [property('og:image', new URL(facts.picture, url).href), property('og:image:alt', facts.title)]),
    `<meta name="twitter:card" content="${facts.picture === null ? 'summary' : 'summary_large_image'}">`,
  ];
  return filled(shell, facts.title, meta, contentOf(facts, words), words);
}

/** A link that shows nothing any more, or never did. */
export const missingPage = (shell: string | null, title: string, sentence: string, words: Words): string =>
  filled(
    shell,
    title,
    ['<meta name="robots" content="noindex">'],
    `<section class="plain-page"><h1>${escaped(title)}</h1><p class="lead">${escaped(sentence)}</p></section>`,
    words,
  );

const property = (name: string, text: string): string => `<meta property="${name}" content="${escaped(text)}">`;

/** Replaced by functions: a `$&` in a title is no pattern. */
const filled = (
  shell: string | null,
  title: string,
  meta: readonly string[],
  content: string,
  { language }: Words,
): string =>
  (shell ?? BARE_SHELL)
    .replace(
      /<html lang="en"(?: dir="ltr")?/,
      `<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"`,
    )
    .replace(/<title>.*?<\/title>/s, () => `<title>${escaped(title)} – Assay</title>\n${meta.join('\n')}`)
    .replace('<div id="root"></div>', () => `<div id="root"><main id="main">${content}</main></div>`);

const paragraph = (text: string, attributes: string): string => `<p${attributes}>${escaped(text)}</p>`;

const attributesOf = (index: number, isLeadEnglish: boolean): string =>
  index > 0 ? '' : ` class="lead"${isLeadEnglish ? ' lang="en"' : ''}`;

function contentOf({ verdict, title, sentences, isLeadEnglish, facts, picture }: ShownFacts, words: Words): string {
  const rows = facts.map(([label, text]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(text)}</dd></div>`);
  const said = [
    ...(verdict === null ? [] : [`<p class="eyebrow">${escaped(words.say('verdict.label'))}</p>`]),
    `<h1>${escaped(title)}</h1>`,
    ...sentences.map((text, index) => paragraph(text, attributesOf(index, isLeadEnglish))),
  ];
  const image = picture === null ? '' : `<p><img src="${escaped(picture)}" alt="${escaped(title)}"></p>`;
  return `<section class="verdict verdict-${verdict ?? 'unknown'}"><div class="verdict-words">${said.join('')}</div><div class="verdict-facts"><dl>${rows.join('')}</dl></div></section>${image}`;
}
