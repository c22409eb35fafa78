/** What the address of the gallery may ask for. It comes with the script of all pages. @module */
import type { ProcessingStatus } from '@assay/sdk/types';
import { type DaySpan, daySpan } from '../../shared/days.ts';

export const STATUSES = ['completed', 'processing', 'pending', 'failed'] as const satisfies readonly ProcessingStatus[];

export const ORDERS = ['newest', 'oldest', 'title', 'largest'] as const;
export type GalleryOrder = (typeof ORDERS)[number];

/** Pictures beside each other, or a table of them. */
export const VIEWS = ['grid', 'list'] as const;
export type GalleryView = (typeof VIEWS)[number];

/** The days are those of the registration. */
export interface GallerySearch extends DaySpan {
  readonly q?: string | undefined;
  /** With commas between. */
  readonly tags?: string | undefined;
  readonly status?: ProcessingStatus | undefined;
  readonly order?: GalleryOrder | undefined;
  /** The grid unless it says otherwise. */
  readonly view?: GalleryView | undefined;
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
  ...daySpan(given),
  order: oneOf(ORDERS, given['order']),
  view: oneOf(VIEWS, given['view']),
  page: pageNumber(given['page']),
});
