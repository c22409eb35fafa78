import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import type { makeRouter } from './router.tsx';

interface PagesProps {
  readonly router: ReturnType<typeof makeRouter>;
  readonly queries: QueryClient;
}

/** All pages, with what each of them finds around itself. */
export const Pages = ({ router, queries }: PagesProps) => (
  <LanguageProvider>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </LanguageProvider>
);
