/**
 * What stands at the address of a link, and at those of its badge and its QR code: docs/spec/web.md#result-and-share. The
 * page for browsers, JSON for programs.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { renderSVG } from 'uqr';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { badgeSvg } from '../../pages/badge.ts';
import { sendPage } from '../../pages/html.ts';
import type { ShownFacts } from '../../pages/shownFacts.ts';
import { missingPage, shownPage } from '../../pages/shownPage.ts';
import { type Words, wordsIn } from '../../reports/words.ts';
import { HTTP_STATUS } from '../../reply/errorTable.ts';
import { languageOfReader, sayLanguage } from '../../request/languageOfReader.ts';
import { wantsPage } from '../../request/wantsPage.ts';

/** How long other sites may show a badge as it was, s: withdrawn pictures must not look well for long. */
const BADGE_KEPT_S = 300;

interface MissingWords {
  readonly title: string;
  readonly sentence: string;
}

/** One kind of link. */
export interface Shown {
  /** With one parameter: `/s/:token`. */
  readonly address: string;
  readonly before?: onRequestAsyncHookHandler;
  readonly json: (request: FastifyRequest) => Promise<unknown>;
  /** What a page and a badge say of it. */
  readonly facts: (request: FastifyRequest, words: Words) => Promise<ShownFacts>;
  /** What a refusal says as a page. The script of the page, which knows the reader, may find it yet. */
  readonly missing: (error: AppError, request: FastifyRequest, words: Words) => MissingWords;
}

const HIDDEN = { schema: { hide: true } as object };

export function registerShown(app: App, { settings }: RouteDeps, shown: Shown): void {
  const base = (request: FastifyRequest) => settings.publicBaseUrl() + (request.url.split('?', 1)[0] as string);
  const hooks = shown.before ? { onRequest: shown.before } : {};
  const options = { ...HIDDEN, ...hooks };

  app.get(shown.address, options, async (request, reply) => {
    // A revoked link must not live on in caches or search engines.
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').header('vary', 'accept');
    if (!wantsPage(request)) return shown.json(request);
    const words = wordsIn(languageOfReader(request));
    sayLanguage(reply, words.language, 'accept');
    const shell = settings.webPages?.shells[words.language] ?? null;
    return pageOf(shown, request, reply, { shell, url: base(request), words });
  });
  app.get(`${shown.address}/badge.svg`, options, async (request, reply) => {
    reply.header('cache-control', 'no-store'); // if it is refused
    return sendSvg(reply, badgeSvg(await shown.facts(request, wordsIn('en'))));
  });
  app.get(`${shown.address}/qr.svg`, options, async (request, reply) =>
    sendSvg(reply, renderSVG(base(request).replace(/\/qr\.svg$/, ''), { ecc: 'M', border: 4 })),
  );
}

async function pageOf(
  shown: Shown,
  request: FastifyRequest,
  reply: FastifyReply,
  { shell, url, words }: { readonly shell: string | null; readonly url: string; readonly words: Words },
): Promise<FastifyReply> {
  try {
    return sendPage(reply, shownPage(shell, await shown.facts(request, words), url, words));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { title, sentence } = shown.missing(error, request, words);
    return sendPage(reply, missingPage(shell, title, sentence, words), HTTP_STATUS[error.code]);
  }
}

/** Other sites show it beside their pictures. */
const sendSvg = (reply: FastifyReply, svg: string): FastifyReply =>
  reply
    .header('cache-control', `public, max-age=${BADGE_KEPT_S}`)
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('image/svg+xml')
    .serializer((text: unknown) => String(text))
    .send(svg);
