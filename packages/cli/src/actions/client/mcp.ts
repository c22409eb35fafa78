/** `assay mcp`: the tools of Assay for a language model, over standard input and output or over HTTP. @module */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { fileRoot } from '../../mcp/fileRoot.ts';
import { createMcpServer } from '../../mcp/server.ts';
import { wholeNumber } from '../../numbers.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly root: string;
  readonly server?: string | undefined;
  readonly allowWrites?: boolean | undefined;
  readonly port?: string | undefined;
}

export async function mcp(terminal: Terminal, options: Options): Promise<ExitCode> {
  const means = {
    client: connect(options.server, terminal),
    read: await fileRoot(options.root),
    mayWrite: options.allowWrites ?? false,
  };
  const make = () => createMcpServer(means);
  const isOver = ended();
  const close =
    options.port === undefined ? await overStdio(make, isOver.now) : await overHttp(make, options.port, terminal);
  await isOver.wait;
  await close();
  return EXIT.ok;
}

/** Until a signal, or until `now` is called. */
function ended(): { readonly wait: Promise<void>; readonly now: () => void } {
  let now: () => void = () => {};
  const wait = new Promise<void>((resolve) => {
    now = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, now);
  return { wait, now };
}

type Make = () => ReturnType<typeof createMcpServer>;

/** Standard output belongs to the protocol. */
async function overStdio(make: Make, end: () => void): Promise<() => Promise<void>> {
  const server = make();
  process.stdin.once('end', end);
  await server.connect(new StdioServerTransport());
  return () => server.close();
}

const PATH = '/mcp';

/** On this machine alone, and for no page: a name that a stranger's server leads here is refused. */
async function overHttp(make: Make, port: string, terminal: Terminal): Promise<() => Promise<void>> {
  let hosts: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== PATH) return void response.writeHead(404).end();
    if (request.headers.origin !== undefined) return void response.writeHead(403).end();
    // Each request stands for itself: there is no session that somebody could take over.
    const transport = new StreamableHTTPServerTransport({
      enableDnsRebindingProtection: true,
      allowedHosts: hosts,
    });
    const server = make();
    response.once('close', () => void server.close());
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response);
  };
  const http = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(wholeNumber('--port', port, 0), '127.0.0.1', resolve);
  });
  const { port: bound } = http.address() as AddressInfo;
  hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];
  terminal.note(`Serving http://127.0.0.1:${bound}${PATH}; Ctrl-C ends it`);
  return async () => {
    http.closeAllConnections();
    http.close();
  };
}
