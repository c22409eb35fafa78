/** Page shape and `Link` header of every list (docs/spec/api.md#lists). @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page, PageRequest } from '../../app/ports/assets/assets.ts';
import type { HttpSettings } from '../httpDeps.ts';

export interface PageView<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  readonly pages: number;
}

/** RFC 8288; the query of the request stays, `page` changes. */
function linkHeader(base: string, request: FastifyRequest, { page }: PageRequest, pages: number): string {
  const to = (target: number, rel: string): string => {
    const url = new URL(request.url, base);
    url.searchParams.set('page', String(target));
    return `<${base}${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const last = Math.max(1, pages);
  return [
    to(1, 'first'),
    ...(page > 1 ? [to(Math.min(page - 1, last), 'prev')] : []),
    ...(page < pages ? [to(page + 1, 'next')] : []),
    to(last, 'last'),
  ].join(', ');
}

/** The page that a query asks for. */
export const askedPage = (query: { readonly page: number; readonly page_size: number }): PageRequest => ({
  page: query.page,
  pageSize: query.page_size,
});

/** One page of a list that is short enough to be held as a whole. */
export const sliceOf = <Item>(all: readonly Item[], { page, pageSize }: PageRequest): Page<Item> => ({
  items: all.slice((page - 1) * pageSize, page * pageSize),
  total: all.length,
});

/** The page as it is answered; sets `Link` on the way. */
export function pageView<Item>(
  settings: Pick<HttpSettings, 'publicBaseUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: PageRequest,
  { items, total }: Page<Item>,
): PageView<Item> {
  const pages = Math.ceil(total / asked.pageSize);
  reply.header('link', linkHeader(settings.publicBaseUrl(), request, asked, pages));
  return { items: [...items], total, page: asked.page, page_size: asked.pageSize, pages };
}
