/** The API keys of whoever is signed in. @module */
import type { ApiKey, Page } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../api/api.ts';

export function useApiKeys() {
  return useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) =>
      connection.json<Page<ApiKey>>({ method: 'GET', path: '/v1/api-keys/', query: { page_size: 100 }, signal }),
  });
}
