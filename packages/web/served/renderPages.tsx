/** Draws pages as they are before the service has said anything, in every language. @module */
import './noBrowser.ts';
import type { ServiceFacts } from '@assay/sdk/types';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { Pages } from '../src/app/Pages.tsx';
import { makeRouter } from '../src/app/router.tsx';
import { directionOf, type Language, language } from '../src/i18n/language.ts';
import { SERVICE } from '../src/session/useService.ts';
import { NO_SCRIPT } from './words.ts';

/** What a service says of itself before its first account; the rest is asked for again. */
const NEW_SERVICE = { has_accounts: false } as ServiceFacts;

export interface PageAddress {
  /** As the service spells it. */
  readonly address: string;
  /** Of a service without accounts. */
  readonly isNew: boolean;
}

export interface RenderedPage extends PageAddress {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** Only for people who are signed in. */
  readonly isPrivate: boolean;
  /** HTML. */
  readonly title: string;
  /** HTML of the whole page but its document. */
  readonly content: string;
}

/** @throws {Error} if a page cannot be drawn, or has not exactly one heading */
export async function renderPages(
  languages: readonly Language[],
  addresses: readonly PageAddress[],
): Promise<readonly RenderedPage[]> {
  const pages: RenderedPage[] = [];
  // Whoever opens a private page is signed in, and stays so: the others are drawn before that.
  for (const some of [addresses.filter((one) => !isPrivate(one)), addresses.filter(isPrivate)])
    for (const one of languages) {
      await language.choose(one);
      for (const address of some) pages.push(await rendered(one, address));
    }
  return pages;
}

const routerAt = (address: string) => makeRouter(createMemoryHistory({ initialEntries: [address] }));

function isPrivate({ address }: Pick<PageAddress, 'address'>): boolean {
  const router = routerAt(address);
  return router.matchRoutes(router.latestLocation).some(({ routeId }) => routeId === '/private');
}

async function rendered(inLanguage: Language, { address, isNew }: PageAddress): Promise<RenderedPage> {
  const router = routerAt(address);
  await router.load();
  // Nothing is kept: its five minutes would hold the build open.
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  if (isNew) queries.setQueryData(SERVICE.queryKey, NEW_SERVICE);
  const html = renderToStaticMarkup(<Pages router={router} queries={queries} />);
  const [heading, ...more] = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, text]) => String(text));
  if (heading === undefined || more.length > 0)
    throw new Error(`renderPages: ${address} has ${heading === undefined ? 'no heading' : 'several'}`);
  const t = language.translate();
  const title = html.includes('id="start-heading"') ? t('title.idle') : t('title.page', { title: heading });
  return {
    language: inLanguage,
    direction: directionOf(inLanguage),
    address,
    isNew,
    isPrivate: isPrivate({ address }),
    title,
    content: html.replace(/<main[^>]*>/, (main) => main + noScript(inLanguage)),
  };
}

const noScript = (inLanguage: Language): string => {
  const { text, docs } = NO_SCRIPT[inLanguage];
  return `<noscript><p class="note">${text} <a href="/docs">${docs}</a></p></noscript>`;
};
