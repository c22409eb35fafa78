/** The newest pictures, drawn before the script of the gallery can draw them: what people come for is there first. @module */
import type { Asset, Page } from '@assay/sdk/types';
import { galleryRequest } from '../pages/gallery/request.ts';
import { ORGANIZATION_HEADER, ORGANIZATION_KEY } from '../session/actingOrganization.ts';
import { ofThisOrigin } from '../shared/ofThisOrigin.ts';
import { askAhead } from './asked.ts';
import { drawn } from './drawn.ts';

/** Ends when the first picture has been drawn. @param served what the service drew; its place of what is still loading is taken */
export async function drawGallery(served: Element, accessToken: string): Promise<void> {
  const organization = localStorage.getItem(ORGANIZATION_KEY);
  const answer = await askAhead({
    method: 'GET',
    url: addressOf(galleryRequest({})),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      ...(organization !== null && { [ORGANIZATION_HEADER]: organization }),
    },
  });
  if (!answer.ok) return;
  const { items } = (await answer.json()) as Page<Asset>;
  const loading = served.querySelector('main > .loading');
  if (!loading || items.length === 0) return;
  const head = element('div', 'gallery-head');
  const cards = element('ul', 'cards', ...items.map(card));
  loading.replaceWith(head, cards);
  head.append(loading);
  await cards.querySelector('img')?.decode();
  await drawn();
}

function addressOf({ path, query }: ReturnType<typeof galleryRequest>): string {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** Without what only the script can do, and without words that are in no language yet. */
function card({ id, preview_url: preview, title, original_filename: fileName }: Asset): Element {
  const picture = element('span', 'card-picture');
  if (preview !== null) picture.append(Object.assign(new Image(), { src: ofThisOrigin(preview), alt: '' }));
  const name = title ?? fileName;
  // A link needs a name, and what a picture without one is called is a word.
  if (name === null) return element('li', 'card', picture);
  const link = element('a', '', picture, element('span', 'card-name', name));
  link.setAttribute('href', `/assets/${id}`);
  return element('li', 'card', link);
}

function element(name: string, className: string, ...children: readonly (Node | string)[]): Element {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...children);
  return made;
}
