/** Whether somebody reads the answer in a browser. @module */
import type { FastifyRequest } from 'fastify';

/** Browsers name HTML when an address is opened in them; programs ask for anything, or for JSON. */
export const wantsPage = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
