import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { AssayError, AuthenticationError } from '@assay/sdk/errors';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { acting, session } from './api/api.ts';
import { router } from './app/router.tsx';
import { language } from './i18n/language.ts';
import { LanguageProvider } from './i18n/LanguageProvider.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/forms.css';
import './styles/start.css';
import './styles/upload.css';
import './styles/assets.css';
import './styles/settings.css';
import './styles/verdict.css';
import './styles/evidence.css';
import './styles/picture.css';
import './styles/share.css';
import './styles/print.css';

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

// Other languages than English come as files of their own; without them English is better than nothing.
await language.start().catch(() => undefined);
// What the service refused is told on the page; only what is a fault of the page itself belongs into the console.
const onCaughtError = (error: unknown) => {
  if (!(error instanceof AssayError)) reportError(error);
};
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <LanguageProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
);
