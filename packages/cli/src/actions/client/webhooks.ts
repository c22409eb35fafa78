/** `assay webhooks`: a receiver on this machine, and deliveries that are sent again. @module */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AssayError } from '@assay/sdk/errors';
import type { Webhook } from '@assay/sdk/types';
import { verifyWebhook } from '@assay/sdk/webhook';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { wholeNumber } from '../../numbers.ts';
import { printOne, printRows } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';

interface Options {
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}

const COLUMNS = [
  { title: 'ID', of: (one: Webhook) => one.id },
  { title: 'ACTIVE', of: (one: Webhook) => (one.active ? 'yes' : 'no') },
  { title: 'EVENTS', of: (one: Webhook) => one.events.join(',') },
  { title: 'URL', of: (one: Webhook) => one.url },
];

export async function listWebhooks(terminal: Terminal, options: Options): Promise<ExitCode> {
  await printRows(terminal, options.json, connect(options.server, terminal).list('listWebhooks', {}), COLUMNS);
  return EXIT.ok;
}

interface ReplayOptions extends Options {
  readonly since?: string | undefined;
}

/** One delivery, or with --since everything that the endpoint missed. */
export async function replay(
  terminal: Terminal,
  options: ReplayOptions,
  id: string,
  delivery?: string,
): Promise<ExitCode> {
  const client = connect(options.server, terminal);
  if ((delivery === undefined) === (options.since === undefined))
    throw new UsageError('give either a DELIVERY_ID or --since TIME');
  if (delivery === undefined) {
    const since = options.since ?? '';
    let isComplete = false;
    while (!isComplete) {
      const queued = await client.call('recoverWebhook', { path: { webhook_id: id }, json: { since } });
      printOne(terminal, options.json, queued);
      isComplete = queued.complete;
    }
    return EXIT.ok;
  }
  const path = { webhook_id: id, delivery_id: delivery };
  printOne(terminal, options.json, await client.call('redeliverWebhook', { path }));
  return EXIT.ok;
}

interface ListenOptions {
  readonly server?: string | undefined;
  readonly port?: string | undefined;
  readonly secret?: string | undefined;
  readonly events?: string | undefined;
  readonly count?: string | undefined;
}

/** Larger ones are none of the service: docs/reference/webhooks.md says 20 kB. */
const BODY_BYTES_MAX = 64 * 1024;

/**
 * Prints each genuine event as a line. Without a secret an endpoint is made at the service for as long as this runs; a service
 * elsewhere refuses addresses of this machine, and one on it asks for ASSAY_ALLOW_PRIVATE_WEBHOOKS=1.
 */
export async function listen(terminal: Terminal, options: ListenOptions): Promise<ExitCode> {
  const countMax = wholeNumber('--count', options.count, 0);
  const port = wholeNumber('--port', options.port, 0);
  let secret = options.secret;
  let count = 0;
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const event = body && secret ? await verifyWebhook(body, request.headers, secret).catch(() => null) : null;
    response.writeHead(event ? 204 : 401).end();
    if (!event) return terminal.complain('A delivery was refused: its signature does not fit.');
    terminal.print(JSON.stringify(event));
    count += 1;
    if (count === countMax) finish();
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stops = (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, () => finish()] as const);
  for (const [signal, stop] of stops) process.once(signal, stop);
  try {
    if (secret === undefined) {
      const { secret: made, remove } = await endpointAt(url, options, terminal);
      secret = made;
      terminal.note(`Listening at ${url}; Ctrl-C ends it`);
      await finished.finally(remove);
    } else {
      terminal.note(`Listening at ${url}; Ctrl-C ends it`);
      await finished;
    }
  } finally {
    for (const [signal, stop] of stops) process.off(signal, stop);
    server.close();
    server.closeAllConnections();
  }
  return EXIT.ok;
}

async function endpointAt(url: string, options: ListenOptions, terminal: Terminal) {
  const client = connect(options.server, terminal);
  type Events = Parameters<typeof client.call<'createWebhook'>>[1]['json']['events'];
  const events = (options.events ?? '*').split(',') as unknown as Events;
  const json = { url, events, description: 'assay webhooks listen' };
  const made = await client.call('createWebhook', { json }).catch((error: unknown) => {
    throw error instanceof AssayError && error.code === 'WEBHOOK_URL_BLOCKED' ? unreachable(url) : error;
  });
  return {
    secret: made.secret,
    remove: () => client.call('deleteWebhook', { path: { webhook_id: made.id } }),
  };
}

/** What the service says of the address alone, that it does not begin with https://, nobody who listens here can mend. */
const unreachable = (url: string): UsageError =>
  new UsageError(
    `this service sends no webhooks to ${url}, an address of this machine. Start a service that runs here with ` +
      'ASSAY_ALLOW_PRIVATE_WEBHOOKS=1; for one elsewhere let an https:// address of yours lead to a port here, make an endpoint ' +
      'for it (POST /v1/webhooks/), and listen with --port PORT --secret SECRET',
  );

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > BODY_BYTES_MAX) return null;
  }
  return Buffer.concat(chunks).toString();
}
