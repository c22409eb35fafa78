/** Draws pages as they are before the service has said anything, in every language. @module */
import './noBrowser.ts';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { Pages } from '../src/app/Pages.tsx';
import { makeRouter } from '../src/app/router.tsx';
import { directionOf, type Language, language } from '../src/i18n/language.ts';
import { NO_SCRIPT } from './words.ts';

export interface RenderedPage {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  readonly address: string;
  /** HTML. */
  readonly title: string;
  /** HTML of the whole page but its document. */
  readonly content: string;
}

/** @param addresses as a browser would show them @throws {Error} if a page cannot be drawn, or has not exactly one heading */
export async function renderPages(
  languages: readonly Language[],
  addresses: readonly string[],
): Promise<readonly RenderedPage[]> {
  const pages: RenderedPage[] = [];
  for (const address of addresses)
    for (const one of languages) {
      await language.choose(one);
      pages.push(await rendered(one, address));
    }
  return pages;
}

async function rendered(inLanguage: Language, address: string): Promise<RenderedPage> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const html = renderToStaticMarkup(<Pages router={router} queries={new QueryClient()} />);
  const [heading, ...more] = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, text]) => String(text));
  if (heading === undefined || more.length > 0)
    throw new Error(`renderPages: ${address} has ${heading === undefined ? 'no heading' : 'several'}`);
  const t = language.translate();
  const isStart = t.has('start.heading') && html.includes('id="start-heading"');
  return {
    language: inLanguage,
    direction: directionOf(inLanguage),
    address,
    title: isStart ? t('title.idle') : t('title.page', { title: heading }),
    content: html.replace(/<main[^>]*>/, (main) => main + noScript(inLanguage)),
  };
}

const noScript = (inLanguage: Language): string => {
  const { text, docs } = NO_SCRIPT[inLanguage];
  return `<noscript><p class="note">${text} <a href="/docs">${docs}</a></p></noscript>`;
};
