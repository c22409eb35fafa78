/** Answers what never became a request: broken syntax, headers without end, senders that are too slow. @module */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { BARE_SECURITY_HEADERS } from '../security/securityHeaders.ts';

interface Refusal {
  readonly status: string;
  readonly detail: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', detail: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', detail: 'The request took too long to arrive.' },
};
const BROKEN: Refusal = { status: '400 Bad Request', detail: 'This is not a valid HTTP request.' };

/** What Node says of bytes that it could not read, with the last of them. */
type ClientError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** RFC 9110, 9.3.2: an answer to HEAD has no content; to its client more bytes would be a broken connection. */
const asksForHead = ({ rawPacket }: ClientError): boolean =>
  Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';

/** The statuses are HTTP's own; the code is BAD_REQUEST, since no route and no table row stands behind them. */
export function answerClientError(error: ClientError, socket: Socket, log: FastifyBaseLogger): void {
  log.debug({ err: error }, 'client error');
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = REFUSALS[error.code ?? ''] ?? BROKEN;
  const id = randomUUID();
  const body = JSON.stringify({
    detail,
    error_code: 'BAD_REQUEST',
    timestamp: new Date().toISOString(),
    request_id: id,
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${id}\r\n${BARE_SECURITY_HEADERS}\r\nConnection: close\r\n\r\n${asksForHead(error) ? '' : body}`,
  );
}
