/** JSON-RPC 2.0 over HTTP on loopback. Its address holds a random word, so that no other program of the machine finds it. @module */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { METHODS, RPC_CODES, type RpcContext, RpcFailure } from './rpcMethods.ts';

/** A transaction has at most 1232 bytes; batches are not spoken. */
const REQUEST_BYTES_MAX = 64 * 1024;

export interface RpcServer {
  readonly url: string;
  close(): Promise<void>;
}

/** @param report failures of ours */
export async function startRpcServer(context: RpcContext, report: (error: unknown) => void): Promise<RpcServer> {
  const path = `/${randomBytes(16).toString('hex')}`;
  const server = createServer((request, response) => {
    answer(context, path, request, response, report).catch(report);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The ledger alone keeps no process alive.
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the embedded ledger has no port');
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  context: RpcContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  report: (error: unknown) => void,
): Promise<void> {
  if (request.method !== 'POST' || request.url !== path) {
    response.writeHead(404).end();
    request.resume();
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > REQUEST_BYTES_MAX) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    chunks.push(chunk as Buffer);
  }
  const body = await reply(context, Buffer.concat(chunks).toString(), report);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function reply(context: RpcContext, body: string, report: (error: unknown) => void): Promise<object> {
  let id: unknown = null;
  try {
    const asked = parse(body);
    id = asked.id ?? null;
    const method = Object.hasOwn(METHODS, String(asked.method)) ? METHODS[String(asked.method)] : undefined;
    if (!method) throw new RpcFailure(RPC_CODES.noMethod, 'Method not found');
    const result = await method(context, Array.isArray(asked.params) ? asked.params : []);
    return { jsonrpc: '2.0', id, result };
  } catch (cause) {
    if (cause instanceof RpcFailure)
      return { jsonrpc: '2.0', id, error: { code: cause.code, message: cause.message, data: cause.data } };
    report(cause);
    return { jsonrpc: '2.0', id, error: { code: RPC_CODES.ours, message: 'Internal error' } };
  }
}

function parse(body: string): { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown } {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Answered below.
  }
  throw new RpcFailure(RPC_CODES.badRequest, 'Invalid request');
}
