/** A receiver of webhooks on loopback that answers as a test wants and remembers what came. @module */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a request is answered; `attempt` counts from 1 over all requests. */
export type Answer = (response: ServerResponse, attempt: number, request: Received) => void;

export interface WebhookSink {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  answer: Answer;
  close(): Promise<void>;
}

export const withStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export async function openSink(answer: Answer = withStatus(204)): Promise<WebhookSink> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const got = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(got);
      sink.answer(response, received.length, got);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sink: WebhookSink = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return sink;
}
