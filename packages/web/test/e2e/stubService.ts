/**
 * A small HTTP server on loopback that serves the built page under the service's Content-Security-Policy and answers
 * POST /v1/verify/ as the test says. It stands for the service where a test needs a certain answer at a certain time.
 * @module
 */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export type Reply =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Closes the connection without an answer. */
  | 'cut'
  /** Never answers. */
  | 'silent';

export interface StubService {
  readonly url: string;
  /** Replies to the next checks, in this order; the last one stays. */
  replies: Reply[];
  /** Bodies of the checks that arrived. */
  readonly bodies: Buffer[];
  /** Paths that were asked for and do not exist. */
  readonly missing: string[];
  close(): Promise<void>;
}

/** What the service sends with the page; see the security headers of the service. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export async function startStubService(pageFolder: string): Promise<StubService> {
  const bodies: Buffer[] = [];
  const missing: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET') return sendFile(response, pageFolder, pathname, missing);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks));
    const reply = stub.replies.length > 1 ? stub.replies.shift() : stub.replies[0];
    if (reply === 'silent') return;
    if (reply === undefined || reply === 'cut' || pathname !== '/v1/verify/') return void response.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replies: [],
    bodies,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}

async function sendFile(response: ServerResponse, folder: string, pathname: string, missing: string[]): Promise<void> {
  const name = pathname === '/' ? '/index.html' : pathname;
  try {
    const bytes = await readFile(path.join(folder, path.normalize(name)));
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
    response.end(bytes);
  } catch {
    missing.push(pathname);
    response.writeHead(404).end();
  }
}
