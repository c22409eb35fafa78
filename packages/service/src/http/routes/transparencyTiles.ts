/** Checkpoints, tiles and entries of the transparency log as plain bytes, for anyone and for any web page. @module */
import { AppError } from '@assay/core/errors';
import { readTilePath } from '@assay/core/transparency/tilePath';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App, HttpDeps } from '../httpDeps.ts';
import { failures } from '../schemas/common.ts';
import { CheckpointParams } from '../schemas/transparency.ts';
import { NO_CREDENTIAL } from '../security.ts';

/** Without the version of the API: the log outlives it, and its addresses are fixed by C2SP tlog-tiles. */
export const LOG_PREFIX = '/tlog';

/** What never changes may be kept for ever; one year is what caches understand by that. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** "SHOULD prevent caching beyond a few seconds" (tlog-tiles, Checkpoints). */
const FEW_SECONDS = 'public, max-age=2';

const TEXT = 'text/plain; charset=utf-8';
/** RFC 3161, 3.4. */
const STAMP = 'application/timestamp-reply';
const common = { tags: ['Transparency'], security: NO_CREDENTIAL };
const text = { description: 'A signed note.', content: { 'text/plain': { schema: z.string() } } };

const bytes = z.any().meta({ type: 'string', format: 'binary' });
const stamp = { description: 'DER.', content: { [STAMP]: { schema: bytes } } };

/** Nothing here depends on who asks, so every origin may read it. */
const forEveryone = (reply: FastifyReply, caching: string): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', caching);

const nothing = (what: string): AppError => new AppError('LOG_ENTRY_NOT_FOUND', `The log has not signed ${what}.`);

export function registerTransparencyTileRoutes(app: App, { ports }: HttpDeps): void {
  const { transparencyLog } = ports;

  app.get(
    `${LOG_PREFIX}/checkpoint`,
    {
      schema: {
        ...common,
        operationId: 'latestCheckpoint',
        summary: 'The newest checkpoint of the transparency log',
        description: 'C2SP tlog-checkpoint.',
        response: { 200: text, ...failures('LOG_ENTRY_NOT_FOUND') },
      },
    },
    async (_request, reply) => {
      const latest = await transparencyLog.latest();
      if (!latest) throw nothing('anything yet');
      return forEveryone(reply, FEW_SECONDS).type(TEXT).send(latest.note);
    },
  );

  app.get(
    `${LOG_PREFIX}/checkpoints/:size`,
    {
      schema: {
        ...common,
        operationId: 'earlierCheckpoint',
        summary: 'The checkpoint of one size',
        description: 'Not of C2SP: for looking up what was anchored or time-stamped.',
        params: CheckpointParams,
        response: { 200: text, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const { size } = request.params;
      const found = await transparencyLog.checkpointOf(size);
      if (!found) throw nothing(`a checkpoint of exactly ${size} entries`);
      return forEveryone(reply, IMMUTABLE).type(TEXT).send(found.note);
    },
  );

  app.get(
    `${LOG_PREFIX}/timestamps/:size`,
    {
      schema: {
        ...common,
        operationId: 'checkpointTimestamp',
        summary: 'The time-stamp of a checkpoint',
        description: 'RFC 3161 TimeStampResp over the bytes of the signed note of this size.',
        params: CheckpointParams,
        response: { 200: stamp, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const { size } = request.params;
      const found = await transparencyLog.timestampOf(size);
      if (!found) throw new AppError('LOG_ENTRY_NOT_FOUND', `The checkpoint of ${size} entries has no time-stamp.`);
      return forEveryone(reply, IMMUTABLE).type(STAMP).send(Buffer.from(found.response));
    },
  );

  app.get(`${LOG_PREFIX}/tile/*`, { schema: { hide: true } as object }, async (request, reply) => {
    const path = `tile/${(request.params as { '*': string })['*'].replace(/\/$/, '')}`;
    const address = readTilePath(path);
    const { level, index, width } = address ?? { level: 0, index: 0, width: 0 };
    const bytes =
      address &&
      (await (level === null ? transparencyLog.entries(index, width) : transparencyLog.tile(level, index, width)));
    if (!bytes) throw nothing(path);
    return forEveryone(reply, IMMUTABLE).type('application/octet-stream').send(Buffer.from(bytes));
  });
}
