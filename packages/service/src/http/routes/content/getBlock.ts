/** GET /ipfs/:cid: a trustless gateway to what owners made public: raw blocks and CAR files, nothing that has to be believed. @module */
import { z } from 'zod';
import { publicContent } from '../../../app/content/publicContent.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { opensPlainly, parseGatewayRequest } from '../../request/gatewayRequest.ts';
import { failures } from '../../schemas/common.ts';
import { BlockParams, BlockQuery } from '../../schemas/storage/content.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { answerBlock, answerCar, answerProbe, PROBE_CID } from './gatewayReply.ts';

const bytes = z.any().meta({ type: 'string', format: 'binary' });

const BLOCK_OR_CAR = {
  description: 'A block whose hash is the identifier, or a CAR file of such blocks.',
  content: { 'application/vnd.ipld.raw': { schema: bytes }, 'application/vnd.ipld.car': { schema: bytes } },
};

const schema = {
  operationId: 'getBlock',
  summary: 'Fetch public content by its identifier',
  description:
    'Trustless gateway (specs.ipfs.tech): every answer can be checked against the identifier. Pictures themselves are never answered, only blocks and CAR files. `bafkqaaa` probes for the gateway.',
  tags: ['Storage'],
  security: NO_CREDENTIAL,
  params: BlockParams,
  querystring: BlockQuery,
  response: {
    200: BLOCK_OR_CAR,
    302: z.undefined().describe('A browser opens it plainly: to the CAR file.'),
    304: z.undefined().describe('Unchanged since `If-None-Match`.'),
    ...failures('CONTENT_NOT_FOUND', 'PRECONDITION_FAILED', 'VALIDATION_ERROR'),
  },
};

export function getBlockRoute(app: App, { ports }: RouteDeps): void {
  app.get('/ipfs/:cid', { schema }, async (request, reply) => {
    const { cid } = request.params;
    // Opened in a browser: the whole file, as one that can be checked.
    if (opensPlainly(request.query, request.headers.accept)) return reply.redirect(`/ipfs/${cid}?format=car`, 302);
    const wanted = parseGatewayRequest(request.query, request.headers.accept);
    if (cid === PROBE_CID) return answerProbe([request, reply], ports, wanted);
    const onlyIfCached = /\bonly-if-cached\b/.test(request.headers['cache-control'] ?? '');
    const found = await publicContent(ports, cid, onlyIfCached);
    if (wanted.format === 'raw') return answerBlock([request, reply], ports, wanted, found);
    return answerCar([request, reply], ports, wanted, found, request.query);
  });
}
