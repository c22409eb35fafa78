/** A trustless gateway to what owners made public: raw blocks and CAR files, nothing that has to be believed. @module */
import { Readable } from 'node:stream';
import { AppError } from '@assay/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CarRequest, carOf, carSize, publicBlock, wantedBlocks } from '../../app/content/publicBlocks.ts';
import type { FoundBlock } from '../../app/ports/content.ts';
import { entityTags } from '../fileReply.ts';
import { type GatewayRequest, parseGatewayRequest, resolveEntityBytes } from '../gatewayRequest.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { failures } from '../schemas/common.ts';
import { BlockParams, BlockQuery } from '../schemas/content.ts';
import { NO_CREDENTIAL } from '../security.ts';

/** The identity CID of no bytes, by which clients find out whether a gateway is one. */
const PROBE_CID = 'bafkqaaa';

/** What a content identifier names never changes; the duration is the one of the path gateway specification. */
const CACHE = 'public, max-age=29030400, immutable';

const bytes = z.any().meta({ type: 'string', format: 'binary' });
const BLOCK_OR_CAR = {
  description: 'A block whose hash is the identifier, or a CAR file of such blocks.',
  content: { 'application/vnd.ipld.raw': { schema: bytes }, 'application/vnd.ipld.car': { schema: bytes } },
};

type Exchange = readonly [FastifyRequest, FastifyReply];

function setHeaders([request, reply]: Exchange, cid: string, wanted: GatewayRequest, etag: string): boolean {
  const { format, car, isNegotiated } = wanted;
  const type =
    format === 'raw'
      ? 'application/vnd.ipld.raw'
      : `application/vnd.ipld.car; version=1; order=dfs; dups=${car.duplicates ? 'y' : 'n'}`;
  reply
    .type(type)
    .header('etag', etag)
    .header('content-disposition', `attachment; filename="${cid}.${format === 'raw' ? 'bin' : 'car'}"`)
    .header('cache-control', CACHE)
    .header('vary', 'Accept')
    .header('x-ipfs-path', `/ipfs/${cid}`)
    .header('x-ipfs-roots', cid)
    .header('content-security-policy', "default-src 'none'; sandbox")
    // Public and without credentials: pages of every origin may fetch and check it.
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin');
  if (isNegotiated) reply.header('content-location', `/ipfs/${cid}?format=${format}`);
  const known = request.headers['if-none-match'];
  return known !== undefined && entityTags(known).some((tag) => tag === '*' || tag === entityTags(etag)[0]);
}

const carTag = (cid: string, query: z.output<typeof BlockQuery>, { car }: GatewayRequest): string => {
  const parts = [query['dag-scope'] ?? 'all', query['entity-bytes'] ?? '', car.duplicates ? 'y' : 'n'];
  return `W/"${cid}.car.${parts.join('.').replaceAll('*', 'e').replaceAll(':', '_')}"`;
};

function carRequest({ car }: GatewayRequest, found: FoundBlock): CarRequest {
  const { scope, duplicates, entityBytes } = car;
  if (entityBytes === null) return { scope, duplicates, bytes: null };
  const span = resolveEntityBytes(entityBytes, found.block.length);
  // It implies the scope `entity`; a range of nothing is answered with the root alone.
  return { scope: span ? 'all' : 'block', duplicates, bytes: span };
}

const notPublic = (cid: string): AppError => new AppError('NOT_FOUND', `Nothing public here has the content ${cid}.`);

export function registerIpfsRoutes(app: App, { ports }: HttpDeps): void {
  app.get(
    '/ipfs/:cid',
    {
      schema: {
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
          304: z.undefined().describe('Unchanged since `If-None-Match`.'),
          ...failures('NOT_FOUND', 'PRECONDITION_FAILED', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const wanted = parseGatewayRequest(request.query, request.headers.accept);
      if (request.params.cid === PROBE_CID) return answerProbe([request, reply], ports, wanted);
      const cid = ports.blocks.canonicalCid(request.params.cid);
      if (cid === null) throw new AppError('BAD_REQUEST', 'The path holds no content identifier.');
      const found = await ports.publishedContent.find(cid);
      if (!found && /\bonly-if-cached\b/.test(request.headers['cache-control'] ?? ''))
        throw new AppError('PRECONDITION_FAILED', 'This content is not here.');
      if (!found) throw notPublic(cid);
      return wanted.format === 'raw'
        ? answerBlock([request, reply], ports, wanted, found)
        : answerCar([request, reply], ports, wanted, found, request.query);
    },
  );
}

type Ports = HttpDeps['ports'];

function answerProbe(exchange: Exchange, { blocks }: Ports, wanted: GatewayRequest): FastifyReply {
  const [, reply] = exchange;
  if (setHeaders(exchange, PROBE_CID, wanted, `"${PROBE_CID}.${wanted.format}"`)) return reply.code(304).send();
  return reply.send(wanted.format === 'raw' ? Buffer.alloc(0) : Buffer.from(blocks.carHeader(PROBE_CID)));
}

async function answerBlock(
  exchange: Exchange,
  ports: Ports,
  wanted: GatewayRequest,
  found: FoundBlock,
): Promise<FastifyReply> {
  const [, reply] = exchange;
  const { cid } = found.block;
  if (setHeaders(exchange, cid, wanted, `"${cid}.raw"`)) return reply.code(304).send();
  return reply.send(Buffer.from(await publicBlock(ports, found)));
}

async function answerCar(
  exchange: Exchange,
  ports: Ports,
  wanted: GatewayRequest,
  found: FoundBlock,
  query: z.output<typeof BlockQuery>,
): Promise<FastifyReply> {
  const [, reply] = exchange;
  const { cid } = found.block;
  const blocks = await wantedBlocks(ports, found, carRequest(wanted, found));
  if (setHeaders(exchange, cid, wanted, carTag(cid, query, wanted))) return reply.code(304).send();
  reply.header('content-length', carSize(ports, found, blocks));
  return reply.send(Readable.from(carOf(ports, found, blocks), { objectMode: false }));
}
