/**
 * On pages of people who are signed in, while their script is still coming in: who it is, and the pictures of the gallery.
 * What fails here is asked again, and told, by the page.
 * @module
 */
import type { BrowserSession } from '@assay/sdk/types';
import { ADDRESS } from '../addresses.ts';
import { askAhead } from './asked.ts';
import { PAGE_HEADERS, REFRESH_PATH } from './refreshRequest.ts';

export async function startAhead(): Promise<void> {
  const served = document.querySelector('.served[data-private]');
  if (!served) return;
  const accessToken = await signedIn();
  // An address that filters or turns pages is read by the router alone.
  if (accessToken === null || location.pathname !== ADDRESS.gallery || location.search !== '') return;
  const { drawGallery } = await import('./gallery.ts');
  await drawGallery(served, accessToken);
}

/** The access token; null where nobody is signed in. */
async function signedIn(): Promise<string | null> {
  // A page that is left meanwhile would lose the successor of its cookie, and with it the session: such a request goes on.
  const request = { method: 'POST', url: location.origin + REFRESH_PATH, headers: PAGE_HEADERS, keepalive: true };
  const answer = await askAhead(request);
  return answer.status === 200 ? ((await answer.json()) as BrowserSession).access_token : null;
}
