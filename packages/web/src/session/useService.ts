/** What the service says of itself to everybody. @module */
import type { Provider, ServiceFacts } from '@assay/sdk/types';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { connection } from '../api/api.ts';
import { useSession } from './useSession.ts';

/** Does not change while a page is open, except that the first account is made. */
export const SERVICE = queryOptions({
  queryKey: ['service'],
  queryFn: ({ signal }) =>
    connection.json<ServiceFacts>({ method: 'GET', path: '/v1/service', authorized: false, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useService = () => useQuery(SERVICE);

export function useProviders(): readonly Provider[] {
  const { data } = useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) =>
      connection.json<{ items: readonly Provider[] }>({
        method: 'GET',
        path: '/v1/auth/oauth/providers',
        authorized: false,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.items ?? [];
}

/** Whether nobody has an account yet. Asked only where nobody is signed in, and false until it is known. */
export function useIsNew(): boolean {
  const { data } = useService();
  return useSession().state !== 'signedIn' && data?.has_accounts === false;
}
