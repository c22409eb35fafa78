/** What the address of the gallery may ask for, and the request that follows. @module */
import type { ProcessingStatus } from '@assay/sdk/types';

export const STATUSES = ['completed', 'processing', 'pending', 'failed'] as const satisfies readonly ProcessingStatus[];
export type GalleryOrder = 'newest' | 'oldest' | 'title' | 'largest';

/** The field and the direction of each. */
const ORDER_FIELDS: Readonly<Record<GalleryOrder, readonly [order: string, sort: 'asc' | 'desc']>> = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  title: ['title', 'asc'],
  largest: ['file_size_bytes', 'desc'],
};
export const ORDERS = Object.keys(ORDER_FIELDS) as readonly GalleryOrder[];

export interface GallerySearch {
  readonly q?: string | undefined;
  /** With commas between. */
  readonly tags?: string | undefined;
  readonly status?: ProcessingStatus | undefined;
  readonly order?: GalleryOrder | undefined;
  readonly page?: number | undefined;
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);
const text = (given: unknown): string | undefined =>
  typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, 500) : undefined;

/** The number of a page as an address gives it; undefined for the first, and for what is none. */
export function pageNumber(given: unknown): number | undefined {
  const page = Number(given);
  return Number.isSafeInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined;
}

/** Whatever an address says becomes something that can be asked. */
export const gallerySearch = (given: Record<string, unknown>): GallerySearch => ({
  q: text(given['q']),
  tags: text(given['tags']),
  status: oneOf(STATUSES, given['status']),
  order: oneOf(ORDERS, given['order']),
  page: pageNumber(given['page']),
});

/** Pictures on one page of the gallery: fills rows of two, three, four and six. */
const PAGE_SIZE = 24;

export function galleryRequest({ q, tags, status, order, page = 1 }: GallerySearch) {
  const [field, sort] = order ? ORDER_FIELDS[order] : [];
  const query = { tags, status, order: field, sort, page, page_size: PAGE_SIZE };
  return q === undefined ? { path: '/v1/assets/', query } : { path: '/v1/assets/search/', query: { ...query, q } };
}

export const isFiltered = ({ q, tags, status }: GallerySearch): boolean =>
  q !== undefined || tags !== undefined || status !== undefined;
