/**
 * A small HTTP server on loopback that serves the built page under the service's Content-Security-Policy and answers as the
 * test says. It stands for the service where a test needs a certain answer at a certain time.
 * @module
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { LANGUAGES, preferredLanguage } from '../../src/i18n/language.ts';

export type Reply =
  | {
      readonly status: number;
      readonly json?: unknown;
      /** A picture, in the place of JSON. */
      readonly png?: Buffer;
      /** Server-sent events, all at once. */
      readonly events?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Closes the connection without an answer. */
  | 'cut'
  /** Never answers. */
  | 'silent';

/** A request to the API other than a check. */
export interface Call {
  /** Method and path with its query, as in `answers`. */
  readonly name: string;
  readonly json: unknown;
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
}

export interface StubService {
  readonly url: string;
  /** Replies to the next checks, in this order; the last one stays. */
  replies: Reply[];
  /** Replies to everything else, by method and path, without the query or with it: `GET /v1/auth/me`. */
  answers: Readonly<Record<string, Reply | ((call: Call) => Reply)>>;
  readonly calls: Call[];
  /** Bodies of the checks that arrived. */
  readonly bodies: Buffer[];
  /** Paths that were asked for and do not exist. */
  readonly missing: string[];
  close(): Promise<void>;
}

/** Nobody is signed in, and others have accounts. */
export const STRANGER: StubService['answers'] = {
  'POST /v1/auth/browser-session/refresh': { status: 204 },
  'GET /v1/service': {
    status: 200,
    json: {
      has_accounts: true,
      password_chars_min: 8,
      upload_bytes_max: 50 * 1024 * 1024,
      import_bytes_max: 1024 * 1024 * 1024,
    },
  },
  'GET /v1/auth/oauth/providers': { status: 200, json: { items: [], total: 0, page: 1, page_size: 20, pages: 0 } },
};

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
  const server = createServer((request, response) => answer(stub, pageFolder, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replies: [],
    answers: STRANGER,
    calls: [],
    bodies: [],
    missing: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}

async function answer(stub: StubService, folder: string, request: IncomingMessage, response: ServerResponse) {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  if (/^\/[rs]\/[^/]+\/(?:qr|badge)\.svg$/.test(pathname)) return sendSign(response);
  if (!pathname.startsWith('/v1/')) return sendFile(response, folder, pathname, stub, languageOf(request));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (pathname === '/v1/verify/') {
    stub.bodies.push(body);
    return send(response, stub.replies.length > 1 ? stub.replies.shift() : stub.replies[0]);
  }
  const name = `${request.method} ${pathname}`;
  const call = { name: name + search, json: jsonOf(body), body, headers: request.headers };
  stub.calls.push(call);
  const reply = stub.answers[name + search] ?? stub.answers[name];
  if (reply === undefined) stub.missing.push(name + search);
  return send(response, typeof reply === 'function' ? reply(call) : reply);
}

/** In place of QR codes and badges. */
function sendSign(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/svg+xml' });
  response.end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="1" height="1"/></svg>');
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

function send(response: ServerResponse, reply: Reply | undefined): void {
  if (reply === 'silent') return;
  if (reply === undefined || reply === 'cut') return void response.destroy();
  const type = reply.png ? 'image/png' : reply.events ? 'text/event-stream' : 'application/json';
  response.writeHead(reply.status, { 'content-type': type, ...reply.headers });
  if (reply.png) return void response.end(reply.png);
  if (reply.events !== undefined) return void response.end(reply.events);
  response.end(reply.json === undefined ? undefined : JSON.stringify(reply.json));
}

/** As the service chooses it. */
function languageOf({ headers }: IncomingMessage): string {
  const chosen = /assay_language=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  return chosen in LANGUAGES ? chosen : preferredLanguage((headers['accept-language'] ?? '').split(/[,;]/));
}

async function sendFile(
  response: ServerResponse,
  folder: string,
  pathname: string,
  stub: StubService,
  language: string,
): Promise<void> {
  const isFile = /\.\w+$/.test(pathname);
  const page = isFile ? null : await documentAt(folder, pathname, isNew(stub));
  const name = isFile ? pathname : `served/${language}/${page ?? 'notFound.html'}`;
  try {
    const bytes = await readFile(path.join(folder, path.normalize(name)));
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    const policy =
      pathname === '/from-web' ? POLICY.replace("connect-src 'self'", "connect-src 'self' https:") : POLICY;
    response.writeHead(isFile || page ? 200 : 404, { 'content-type': type, 'content-security-policy': policy });
    response.end(bytes);
  } catch {
    stub.missing.push(pathname);
    response.writeHead(404).end();
  }
}

const isNew = ({ answers }: StubService): boolean =>
  JSON.stringify(answers['GET /v1/service'] ?? '').includes('"has_accounts":false');

interface Drawn {
  readonly file: string;
  readonly ofNewService?: Drawn;
}

/** What the build drew for the address; null where there is nothing. */
async function documentAt(folder: string, pathname: string, isNewService: boolean): Promise<string | null> {
  const addresses = JSON.parse(await readFile(path.join(folder, 'addresses.json'), 'utf8')) as Record<string, Drawn>;
  const fits = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);
  const drawn = Object.entries(addresses).find(([address]) => fits(address))?.[1];
  return ((isNewService && drawn?.ofNewService) || drawn)?.file ?? null;
}
