/** The session and its person, for parts of pages. @module */
import type { Me } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { connection, session } from '../api/api.ts';
import type { SessionState } from './session.ts';

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** The account of who is signed in; undefined until it is known. */
export function useMe() {
  const { state } = useSession();
  return useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => connection.json<Me>({ method: 'GET', path: '/v1/auth/me', signal }),
    enabled: state === 'signedIn',
  });
}
