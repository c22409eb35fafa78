/** Answers of the trustless gateway: headers, and the bytes of blocks and CAR files. @module */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { carOf, type CarRequest, carSize, publicBlock, wantedBlocks } from '../../../app/content/publicBlocks.ts';
import type { FoundBlock } from '../../../app/ports/content/content.ts';
import type { HttpDeps } from '../../httpDeps.ts';
import { entityTags, isKnown } from '../../request/entityTags.ts';
import { type GatewayRequest, resolveEntityBytes } from '../../request/gatewayRequest.ts';
import type { BlockQuery } from '../../schemas/storage/content.ts';

/** The identity CID of no bytes, by which clients find out whether a gateway is one. */
export const PROBE_CID = 'bafkqaaa';

/** What a content identifier names never changes; the duration is the one of the path gateway specification. */
const CACHE = 'public, max-age=29030400, immutable';

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
  return isKnown(request, entityTags(etag)[0] ?? etag);
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

type Ports = HttpDeps['ports'];

export function answerProbe(exchange: Exchange, { blocks }: Ports, wanted: GatewayRequest): FastifyReply {
  const [, reply] = exchange;
  if (setHeaders(exchange, PROBE_CID, wanted, `"${PROBE_CID}.${wanted.format}"`)) return reply.code(304).send();
  return reply.send(wanted.format === 'raw' ? Buffer.alloc(0) : Buffer.from(blocks.carHeader(PROBE_CID)));
}

export async function answerBlock(
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

export async function answerCar(
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
