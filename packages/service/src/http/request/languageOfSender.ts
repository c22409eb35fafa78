import type { FastifyRequest } from 'fastify';
import type { Language } from '../../app/ports/runtime/language.ts';
import { askedLanguage } from '../reports/words.ts';

/** In which the sender wants to read, of those that there are; null: it does not say, as programs do. */
export const languageOfSender = (request: FastifyRequest): Language | null =>
  askedLanguage(request.headers['accept-language']);
