/** Starts the pages: who is there, what is asked again, which page it is. @module */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { AssayError, AuthenticationError } from '@assay/sdk/errors';
import { StrictMode } from 'react';
import { acting, session } from '../api/api.ts';
import { Pages } from './Pages.tsx';
import { makeRouter } from './router.tsx';
import { takeOver } from './takeOver.ts';
import { language } from '../i18n/language.ts';
import { SERVICE } from '../session/useService.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** An access token that is no longer taken means that the session was ended elsewhere. A wrong password says nothing of it. */
const onError = (error: unknown) => {
  if (error instanceof AuthenticationError && error.code !== 'INVALID_CREDENTIALS') session.ended();
  // One is no member any more, or it is gone: back to the own one.
  if (error instanceof AssayError && error.code === 'ORGANIZATION_NOT_FOUND' && acting.id() !== null) {
    acting.choose(null);
    void queries.invalidateQueries();
  }
};
const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The connection asks again by itself.
  defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
});
// What one person saw is nothing for the next one. Who was nobody from the start saw what everybody may, and may wait for it.
let wasSignedIn = false;
session.subscribe(() => {
  const isNobody = session.state().state === 'nobody';
  if (isNobody) acting.choose(null);
  if (isNobody && wasSignedIn) queries.clear();
  wasSignedIn = !isNobody;
});
session.known().catch(() => undefined); // pages that need the answer ask again, and say what is wrong

// What the service refused is told on the page; only what is a fault of the page itself belongs into the console.
const onCaughtError = (error: unknown) => {
  if (!(error instanceof AssayError)) reportError(error);
};
const router = makeRouter();
// Until then stays what the service drew.
await Promise.all([
  language.start(),
  router.load(),
  // Served by a service without accounts, which the page has to know before it says so too.
  root.querySelector('.served[data-new]') && queries.prefetchQuery(SERVICE),
]);
// The pictures that are drawn already stay.
if (root.querySelector('.served .cards')) {
  const { galleryQuery } = await import('../pages/gallery/query.ts');
  await queries.prefetchQuery(galleryQuery({}));
}
await takeOver(
  root,
  <StrictMode>
    <Pages router={router} queries={queries} />
  </StrictMode>,
  { onCaughtError },
);
