/** Serves the built web pages: docs/spec/web.md#addresses. @module */
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../app/ports/ports.ts';
import type { Language } from '../../app/ports/runtime/language.ts';
import type { App, WebPages } from '../httpDeps.ts';
import { isKnown } from '../request/entityTags.ts';
import { languageOfReader, sayLanguage } from '../request/languageOfReader.ts';
import { withPicturesOfTheWeb } from '../security/securityHeaders.ts';

/** Addresses of the API never answer with a page, whatever a browser accepts. */
const API = /^\/(?:v1|tlog|docs|health|openapi\.json)(?:\/|$)/;

/** The one page whose document may ask other sites. */
const FROM_WEB = '/from-web';

export const isPageAddress =
  (webPages: WebPages | null) =>
  (path: string): boolean =>
    webPages !== null && !API.test(path);

/** What is answered where no page is. */
const NOT_FOUND = 'notFound.html';

/**
 * Names under assets/ carry a hash of their content, so they may be kept; documents are asked for again. Files lie
 * compressed beside themselves (`.br`, `.gz`), so that nothing is compressed for a request.
 */
export async function registerWebPages(app: App, { folder, addresses }: WebPages, users: HasAccounts): Promise<void> {
  const isNew = newService(users);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    // The times of packed files are all the same, so that these tell no version from the next.
    etag: false,
    lastModified: false,
    globIgnore: ['**/*.br', '**/*.gz', 'served/**', 'addresses.json'],
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  // Those of links are served with what they show.
  const isServed = (url: string) => app.hasRoute({ method: 'GET', url });
  for (const [address, usual] of Object.entries(addresses).filter(([address]) => !isServed(address)))
    app.get(address, { schema: { hide: true } as object }, async (request, reply) => {
      if (address === FROM_WEB) {
        const name = 'content-security-policy';
        reply.header(name, withPicturesOfTheWeb(String(reply.getHeader(name))));
      }
      const { file, versions } = usual.ofNewService && (await isNew()) ? usual.ofNewService : usual;
      const language = languageOfReader(request);
      const version = versions[language];
      // Weak: compressed or not, it says the same.
      sayLanguage(reply, language).header('etag', `W/"${version}"`).header('cache-control', 'no-cache');
      if (isKnown(request, version)) return reply.code(304).send();
      return sendDocument(reply, language, file);
    });
}

type HasAccounts = Pick<Ports['users'], 'any'>;

/** Whether there is no account yet. Asked until there is one; where the database is away, a page is served as usual. */
function newService(users: HasAccounts): () => Promise<boolean> {
  let isUsed = false;
  return async () => {
    if (isUsed) return false;
    const found = await users.any().catch(() => null);
    isUsed = found === true;
    return found === false;
  };
}

const sendDocument = (reply: FastifyReply, language: Language, file: string): FastifyReply =>
  reply.sendFile(`served/${language}/${file}`);

export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOfReader(request);
  sayLanguage(reply, language).code(404).type('text/html; charset=utf-8');
  return sendDocument(reply, language, NOT_FOUND);
}
