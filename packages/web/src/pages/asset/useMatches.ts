/** Other pictures of the organization that look nearly the same. @module */
import type { Asset, Page, SimilarAsset } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../../api/api.ts';

/** They are looked for behind an upload: as often as it is asked for them, ms, and how many times. */
const AGAIN_MS = 3_000;
const LOOKS_MAX = 10;

/** @param isNew it was registered just now, so that they may not have been looked for yet */
export function useMatches({ id, processing_status: status }: Asset, isNew = false) {
  return useQuery({
    queryKey: ['matches', id],
    queryFn: ({ signal }) =>
      connection.json<Page<SimilarAsset>>({
        method: 'GET',
        path: `/v1/assets/${id}/matches`,
        query: { page_size: 10 },
        signal,
      }),
    enabled: status === 'completed',
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isNew && data?.items.length === 0 && dataUpdateCount < LOOKS_MAX ? AGAIN_MS : false,
  });
}
