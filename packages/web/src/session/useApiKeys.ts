/** The API keys of whoever is signed in. @module */
import type { ApiKey } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../api/api.ts';
import { wholeList } from '../api/wholeList.ts';

export function useApiKeys() {
  return useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => wholeList<ApiKey>(connection, '/v1/api-keys/', signal),
  });
}
