/** The request that follows from the address of the gallery. @module */
import { dayMoments } from '../../shared/dayMoments.ts';
import type { GalleryOrder, GallerySearch } from './search.ts';

/** The field and the direction of each. */
const ORDER_FIELDS: Readonly<Record<GalleryOrder, readonly [order: string, sort: 'asc' | 'desc']>> = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  title: ['title', 'asc'],
  largest: ['file_size_bytes', 'desc'],
};

/** Pictures on one page of the gallery: fills rows of two, three, four and six. */
const PAGE_SIZE = 24;

export function galleryRequest({ q, tags, status, order, page = 1, ...span }: GallerySearch) {
  const [field, sort] = order ? ORDER_FIELDS[order] : [];
  const { from, to } = dayMoments(span);
  const days = { created_from: from, created_to: to };
  const query = { tags, status, ...days, order: field, sort, page, page_size: PAGE_SIZE };
  return q === undefined ? { path: '/v1/assets/', query } : { path: '/v1/assets/search/', query: { ...query, q } };
}

/** How many filters narrow what is shown; the order does not. */
export const filterCount = ({ q, tags, status, from, to }: GallerySearch): number =>
  [q, tags, status, from, to].filter((filter) => filter !== undefined).length;
