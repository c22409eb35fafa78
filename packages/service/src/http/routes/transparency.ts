/** Proofs and facts of the transparency log as JSON: public, for those who do not read tiles themselves. @module */
import { AppError } from '@assay/core/errors';
import type { App, HttpDeps } from '../httpDeps.ts';
import { failures } from '../schemas/common.ts';
import { ConsistencyBody, ConsistencyQuery, InclusionBody, InclusionQuery, LogBody } from '../schemas/transparency.ts';
import { NO_CREDENTIAL } from '../security.ts';
import { base64, inclusionView, logView } from '../views/transparency.ts';
import { LOG_PREFIX } from './transparencyTiles.ts';

const common = { tags: ['Transparency'], security: NO_CREDENTIAL };

export function registerTransparencyRoutes(app: App, { ports, settings }: HttpDeps): void {
  const { transparencyLog } = ports;

  app.get(
    '/v1/transparency',
    {
      schema: {
        ...common,
        operationId: 'transparencyLog',
        summary: 'The transparency log and its newest checkpoint',
        description: `Every commitment is an entry of it. Checkpoint and tiles lie below \`${LOG_PREFIX}/\` (C2SP tlog-tiles): \`${LOG_PREFIX}/checkpoint\`, \`${LOG_PREFIX}/tile/0/000\`, \`${LOG_PREFIX}/tile/entries/000\`.`,
        response: { 200: LogBody, ...failures('LOG_ENTRY_NOT_FOUND') },
      },
    },
    async (_request, reply) => {
      const latest = await transparencyLog.latest();
      if (!latest) throw new AppError('LOG_ENTRY_NOT_FOUND', 'The log has not signed anything yet.');
      const identity = await transparencyLog.identity();
      reply.header('cache-control', 'no-cache');
      const outside = {
        anchor: await transparencyLog.latestAnchor(),
        timestamp: await transparencyLog.latestTimestamp(),
      };
      return logView(identity, latest, outside, `${settings.publicBaseUrl()}${LOG_PREFIX}/`);
    },
  );

  app.get(
    '/v1/transparency/inclusion',
    {
      schema: {
        ...common,
        operationId: 'proveInclusion',
        summary: 'Proof that an entry is in the log',
        querystring: InclusionQuery,
        response: { 200: InclusionBody, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const proof = await transparencyLog.inclusionProofAt(request.query.index);
      if (!proof) throw new AppError('LOG_ENTRY_NOT_FOUND', `No checkpoint covers an entry ${request.query.index}.`);
      reply.header('cache-control', 'no-cache');
      return inclusionView(proof);
    },
  );

  app.get(
    '/v1/transparency/consistency',
    {
      schema: {
        ...common,
        operationId: 'proveConsistency',
        summary: 'Proof that the log was only continued',
        querystring: ConsistencyQuery,
        response: { 200: ConsistencyBody, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
      },
    },
    async (request) => {
      const { first, second } = request.query;
      const hashes = await transparencyLog.consistencyProof(first, second);
      if (!hashes)
        throw new AppError('LOG_ENTRY_NOT_FOUND', `No checkpoint covers a log that grew from ${first} to ${second}.`);
      return { first, second, hashes: hashes.map(base64) };
    },
  );
}
