/** The session and its person, for parts of pages. @module */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { apiClient, session } from '../api/api.ts';
import type { SessionState } from './session.ts';

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}

/** The account of who is signed in; undefined until it is known. */
export function useMe() {
  const { state } = useSession();
  return useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => apiClient.me({ signal }),
    enabled: state === 'signedIn',
  });
}
