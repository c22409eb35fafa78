/** Serves the built web pages: docs/spec/web.md#addresses. @module */
import fastifyStatic from '@fastify/static';
import { withPicturesOfTheWeb } from '../security/securityHeaders.ts';
import type { App, WebPages } from '../httpDeps.ts';

/** Addresses of the API never answer with a page, whatever a browser accepts. */
const API = /^\/(?:v1|tlog|docs|health|openapi\.json)(?:\/|$)/;

/** The one page whose document may ask other sites. */
const FROM_WEB = '/from-web';

export const isPageAddress =
  (webPages: WebPages | null) =>
  (path: string): boolean =>
    webPages !== null && !API.test(path);

/**
 * Names under assets/ carry a hash of their content, so they may be kept; the page itself is asked for again. Files lie
 * compressed beside themselves (`.br`, `.gz`), so that nothing is compressed for a request.
 */
export async function registerWebPages(app: App, { folder, addresses }: WebPages): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', 'addresses.json'],
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  // The file itself is `/`; those of links are served with what they show.
  const isServed = (url: string) => app.hasRoute({ method: 'GET', url });
  for (const address of addresses.filter((other) => other !== '/' && !isServed(other)))
    app.get(address, { schema: { hide: true } as object }, (_request, reply) => {
      if (address === FROM_WEB) {
        const name = 'content-security-policy';
        reply.header(name, withPicturesOfTheWeb(String(reply.getHeader(name))));
      }
      return reply.sendFile('index.html');
    });
}
