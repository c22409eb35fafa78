/** The history of a picture, which several parts of its page read. @module */
import type { Provenance } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../../api/api.ts';

export function useProvenance(assetId: string) {
  return useQuery({
    queryKey: ['assets', assetId, 'provenance'],
    queryFn: ({ signal }) =>
      connection.json<Provenance>({ method: 'GET', path: `/v1/assets/${assetId}/provenance`, signal }),
  });
}
