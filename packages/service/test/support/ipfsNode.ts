/**
 * Stand-ins on loopback for a Kubo node (RPC API v0: `dag/import`, `pin/rm`) and a pinning service (Pinning Service API
 * 1.0). The node reads the CAR file with @ipld/car and keeps only blocks whose hash is right.
 * @module
 */
import { CarBufferReader } from '@ipld/car/buffer-reader';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const PIN_TOKEN = 'pin token';

export interface Node {
  readonly url: string;
  /** Pinned roots. */
  readonly pinned: Map<string, Map<string, Uint8Array>>;
  /** Answers everything with 500 while true. */
  isBroken: boolean;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Handler = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

async function listen(handler: Handler) {
  const server = createServer(async (request, response) => handler(request, await bodyOf(request), response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The one part of a multipart body. */
function partOf(contentType: string, body: Buffer): Buffer {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1] ?? '';
  const start = body.indexOf('\r\n\r\n') + 4;
  return body.subarray(start, body.indexOf(`\r\n--${boundary}--`, start));
}

export async function startKubo(): Promise<Node> {
  const pinned: Node['pinned'] = new Map();
  const state = { isBroken: false };
  const handler: Handler = (request, body, response) => {
    const url = new URL(request.url ?? '', 'http://kubo');
    const answer = (status: number, value: object) => response.writeHead(status).end(`${JSON.stringify(value)}\n`);
    if (state.isBroken || request.method !== 'POST') return answer(500, { Message: 'out of order', Type: 'error' });
    if (url.pathname === '/api/v0/pin/rm') {
      const wasPinned = pinned.delete(url.searchParams.get('arg') ?? '');
      return wasPinned ? answer(200, { Pins: [] }) : answer(500, { Message: 'not pinned or pinned indirectly' });
    }
    if (url.pathname !== '/api/v0/dag/import') return answer(404, {});
    const car = CarBufferReader.fromBytes(partOf(request.headers['content-type'] ?? '', body));
    const blocks = new Map<string, Uint8Array>();
    for (const { cid, bytes } of car.blocks()) {
      if (!createHash('sha256').update(bytes).digest().equals(cid.multihash.digest))
        return answer(500, { Message: 'mismatch between the hash and the data', Type: 'error' });
      blocks.set(cid.toString(), bytes);
    }
    const root = car.getRoots()[0]?.toString() ?? '';
    if (!blocks.has(root)) return answer(200, { Root: { Cid: { '/': root }, PinErrorMsg: 'block was not found' } });
    pinned.set(root, blocks);
    return answer(200, { Root: { Cid: { '/': root }, PinErrorMsg: '' } });
  };
  return Object.assign(state, { pinned, ...(await listen(handler)) });
}

export interface RemotePin {
  status: 'queued' | 'pinning' | 'pinned' | 'failed';
  readonly cid: string;
  readonly name: string;
  readonly origins: readonly string[];
}

export interface PinningServer extends Omit<Node, 'pinned'> {
  readonly requests: Map<string, RemotePin>;
}

export async function startPinningServer(): Promise<PinningServer> {
  const requests = new Map<string, RemotePin>();
  const state = { isBroken: false };
  let number = 0;
  const handler: Handler = (request, body, response) => {
    const answer = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (state.isBroken) return answer(500, { error: { reason: 'INTERNAL_SERVER_ERROR' } });
    if (request.headers.authorization !== `Bearer ${PIN_TOKEN}`)
      return answer(401, { error: { reason: 'UNAUTHORIZED' } });
    const [, kind, id] = /^\/psa\/(pins)(?:\/(.+))?$/.exec(request.url ?? '') ?? [];
    const known = id === undefined ? undefined : requests.get(id);
    const told = (requestid: string, { status, cid, name }: RemotePin) => ({
      requestid,
      status,
      created: '2026-11-20T12:00:00Z',
      pin: { cid, name },
      delegates: [],
      ...(status === 'failed' ? { info: { status_details: 'no provider had it' } } : {}),
    });
    if (!kind || (id !== undefined && !known)) return answer(404, { error: { reason: 'NOT_FOUND' } });
    if (request.method === 'GET' && id && known) return answer(200, told(id, known));
    if (request.method === 'DELETE' && id) {
      requests.delete(id);
      return response.writeHead(202).end();
    }
    const { cid, name, origins = [] } = JSON.parse(body.toString()) as Omit<RemotePin, 'status'>;
    const made = { status: 'queued' as const, cid, name, origins };
    requests.set(`request-${++number}`, made);
    return answer(202, told(`request-${number}`, made));
  };
  const { url, close } = await listen(handler);
  return Object.assign(state, { requests, url: `${url}/psa`, close });
}
