/** The script takes the place of what the service drew: docs/spec/web.md#before-the-script. @module */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type RootOptions } from 'react-dom/client';

/** After that long a page that still asks is better than one that does nothing. */
const WAIT_MS_MAX = 5000;

/** At once and whole, so that nothing is there twice and nothing is missing in between. */
export async function takeOver(root: Element, pages: ReactNode, options: RootOptions): Promise<void> {
  // A page of a link was served with what it shows, which the script has to ask for again.
  const isShown = root.querySelector('.served .shown') !== null;
  const place = isShown ? document.createElement('div') : root;
  let link = focusedLink();
  const { title } = document;
  flushSync(() => createRoot(place, options).render(pages));
  if (isShown) {
    document.title = title;
    await knows(place);
    link = focusedLink();
    root.replaceChildren(place);
  }
  // The same one, for whoever was there by the keyboard already.
  if (link) root.querySelector<HTMLElement>(`a[href="${CSS.escape(link)}"]`)?.focus();
}

const focusedLink = (): string | null | undefined => document.activeElement?.closest('.served a')?.getAttribute('href');

/** When a page has asked for what it shows and drawn it, or why it cannot. */
const knows = (place: Element): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (place.querySelector('h1') && !place.querySelector('main > .loading')) resolve();
    };
    new MutationObserver(look).observe(place, { childList: true, subtree: true });
    setTimeout(resolve, WAIT_MS_MAX);
    look();
  });
