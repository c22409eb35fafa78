/** A service that answers what a test says and remembers what it was asked. @module */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { fakeTerminal } from '../fakeTerminal.ts';
import { runAssay } from '../runAssay.ts';

export interface Asked {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

export const refusal = (status: number, error_code: string, detail = 'It says no.'): Answer => ({
  status,
  json: { detail, error_code, timestamp: '2026-01-01T00:00:00.000Z', request_id: 'r' },
  // Repeated requests would only slow the tests down.
  ...(status === 429 || status >= 500 ? { headers: { 'retry-after': '600' } } : {}),
});

export const page = (...items: unknown[]): Answer => ({
  json: { items, total: items.length, page: 1, page_size: 100, pages: items.length > 0 ? 1 : 0 },
});

export function stubService() {
  const asked: Asked[] = [];
  const state = { url: '', answer: (_asked: Asked): Answer => ({ json: {} }) };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('latin1');
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body };
    asked.push(one);
    const { status = 200, json, raw, headers } = state.answer(one);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(raw ?? (json === undefined ? '' : JSON.stringify(json)));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked.length = 0;
    state.answer = () => ({ json: {} });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Runs `assay` against it as a program would read it, unless `options` say otherwise. */
  async function assay(args: readonly string[], options: Parameters<typeof fakeTerminal>[0] = {}) {
    const environment = { ASSAY_SERVER: state.url, ...options.environment };
    const terminal = fakeTerminal({ isInteractive: false, ...options, environment });
    const code = await runAssay(args, terminal);
    return { code, printed: terminal.printed, notes: terminal.notes };
  }
  return { asked, state, assay };
}
