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
const bareShell = (language: Words['language']): string =>
  `<!doctype html><html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title></title></head><body><main></main></body></html>`;

/** SHA-256 in hexadecimal digits, which pages show as code. */
const HASH = /^[\da-f]{64}$/;

/** @param shell in the language of the words; null: there is none @param url of the page, whole */
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
      : [property('og:image', new URL(facts.picture.path, url).href), property('og:image:alt', facts.title)]),
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
  (shell ?? bareShell(language))
    .replace(/<title>.*?<\/title>/s, () => `<title>${escaped(title)} – Assay</title>\n${meta.join('\n')}`)
    .replace(/(<main[^>]*>).*<\/main>/s, (_whole, main: string) => `${main}${content}</main>`);

/** The elements of the pages' own verdict and picture, so that nothing moves when their script takes the place. */
function contentOf(facts: ShownFacts, words: Words): string {
  const { verdict, title, picture } = facts;
  const image = picture === null ? '' : `<div class="asset-picture">${imageOf(picture, title)}</div>`;
  const label = verdict === null ? '' : `<p class="eyebrow">${escaped(words.say('verdict.label'))}</p>`;
  const said = `${label}<h1>${escaped(title)}</h1>${facts.sentences.map((text, at) => sentenceOf(facts, text, at)).join('')}`;
  const rows = facts.facts.map(([name, text, note]) => {
    const small = note === undefined ? '' : `<br><span class="small">${escaped(note)}</span>`;
    const row = `<dt>${escaped(name)}</dt><dd>${HASH.test(text) ? `<code>${text}</code>` : escaped(text)}${small}</dd>`;
    return verdict === null ? row : `<div>${row}</div>`;
  });
  return verdict === null
    ? `<article class="shown shared-asset">${said}<div class="asset-head">${image}<div class="asset-words"><dl class="facts">${rows.join('')}</dl></div></div></article>`
    : `<section class="shown verdict verdict-${verdict}"><div class="verdict-mark"><svg class="icon" aria-hidden="true"></svg></div><div class="verdict-words">${said}</div><div class="verdict-facts"><dl>${rows.join('')}</dl></div></section>`;
}

const imageOf = ({ path, width, height }: NonNullable<ShownFacts['picture']>, title: string): string =>
  `<img src="${escaped(path)}" alt="${escaped(title)}" width="${width}" height="${height}">`;

function sentenceOf({ isLeadEnglish }: ShownFacts, text: string, at: number): string {
  const attributes = at > 0 ? '' : ` class="lead"${isLeadEnglish ? ' lang="en"' : ''}`;
  return `<p${attributes}>${escaped(text)}</p>`;
}
