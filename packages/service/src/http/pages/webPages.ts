/** Serves the built web pages at `/`. @module */
import fastifyStatic from '@fastify/static';
import type { App } from '../httpDeps.ts';

/** Addresses of the API never answer with a page, whatever a browser accepts. */
const API = /^\/(?:v1|tlog|docs|health|openapi\.json)(?:\/|$)/;

export const isPageAddress =
  (webPages: string | null) =>
  (path: string): boolean =>
    webPages !== null && !API.test(path);

/** Names under assets/ carry a hash of their content, so they may be kept; the page itself is asked for again. */
export async function registerWebPages(app: App, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
}
