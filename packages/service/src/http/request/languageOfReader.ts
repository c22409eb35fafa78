/** In which language a page is read. @module */
import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, LANGUAGES } from '../../app/ports/runtime/language.ts';
import { languageOf } from '../reports/words.ts';

/** Set by the script of the pages where somebody chose a language by hand. */
const COOKIE = 'assay_language';

/** The chosen one, else the first of the browser's that there is, else English. */
export function languageOfReader(request: FastifyRequest): Language {
  const chosen = parseCookie(request.headers.cookie ?? '')[COOKIE];
  return LANGUAGES.find((name) => name === chosen) ?? languageOf(request.headers['accept-language']);
}

/** An answer in it says so, and what it depends on. @param more of the request on which it depends too */
export const sayLanguage = (reply: FastifyReply, language: Language, ...more: readonly string[]): FastifyReply =>
  reply.header('content-language', language).header('vary', [...more, 'accept-language', 'cookie'].join(', '));
