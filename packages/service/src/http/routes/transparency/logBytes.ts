/** What the routes of checkpoints and tiles share: plain bytes, for anyone and for any web page. @module */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** Without the version of the API: the log outlives it, and its addresses are fixed by C2SP tlog-tiles. */
export const LOG_PREFIX = '/tlog';

/** What never changes may be kept for ever; one year is what caches understand by that. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export const TEXT = 'text/plain; charset=utf-8';

export const text = { description: 'A signed note.', content: { 'text/plain': { schema: z.string() } } };

/** Nothing here depends on who asks, so every origin may read it. */
export const forEveryone = (reply: FastifyReply, caching: string): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', caching);
