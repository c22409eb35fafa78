/** What the gallery asks for. @module */
import type { Asset, Page } from '@assay/sdk/types';
import { queryOptions } from '@tanstack/react-query';
import { connection } from '../../api/api.ts';
import { galleryRequest } from './request.ts';
import type { GallerySearch } from './search.ts';

/** A page that begins with what was asked for before it was there does not ask again at once, ms. */
const FRESH_MS = 1000;

export function galleryQuery(search: GallerySearch) {
  const { path, query } = galleryRequest(search);
  return queryOptions({
    queryKey: ['assets', path, query],
    queryFn: ({ signal }) => connection.json<Page<Asset>>({ method: 'GET', path, query, signal }),
    staleTime: FRESH_MS,
  });
}
