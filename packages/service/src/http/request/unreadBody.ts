/** What becomes of a body that is refused before its end. @module */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of an over-long body this much is still read and dropped, so that usual clients get to read the answer. */
const DRAIN_BYTES_MAX = 64 * 1024 * 1024;
const DRAIN_MS_MAX = 5_000;

/** A connection that is closed with unread bytes is reset, and the answer may be lost with it; so it is closed later. */
const LINGER_MS = 1_000;

const saysItsLength = (request: FastifyRequest): boolean => request.headers['content-length'] !== undefined;

/**
 * Nothing more is read: the client's sending stops by itself once the buffers between are full. The answer goes out, then
 * the sign that nothing follows, and a little later the connection is gone.
 */
export function stopReading({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  raw.unpipe();
  raw.pause();
  const { socket } = raw;
  if (typeof socket?.destroySoon !== 'function') return;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Of a body whose sender shall come back later; such as come with their head are read anyway. */
const LATER_BYTES_MAX = 1024 * 1024;
const LATER: ReadonlySet<number> = new Set([429, 503]);

/**
 * Called with each answer: what of a body was not read by then, Node would read to its end, as fast as it comes. That is work
 * which nothing counts, so it ends here for a body that may have no end, is longer than any that is taken, or comes again.
 */
export function leaveUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return;
  const bytesMax = LATER.has(reply.statusCode) ? LATER_BYTES_MAX : DRAIN_BYTES_MAX;
  const isEndless = request.headers['transfer-encoding'] !== undefined;
  if (isEndless || Number(request.headers['content-length'] ?? 0) > bytesMax) stopReading(request, reply);
}

/**
 * A body that says its length is read on and dropped, within bounds; one that does not say it might have no end and is
 * read no further.
 * @param atOnce neither is one that says it
 */
export async function leaveRest(request: FastifyRequest, reply: FastifyReply, atOnce: boolean): Promise<void> {
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed) {
    if (!raw.readableEnded) reply.header('connection', 'close');
    return;
  }
  if (atOnce || !saysItsLength(request)) stopReading(request, reply);
  else if (!(await dropRest(raw))) reply.header('connection', 'close');
}

/** Reads on without keeping anything, so that the answer is not lost to a reset connection. True if all was read. */
async function dropRest(raw: IncomingMessage): Promise<boolean> {
  raw.unpipe();
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, DRAIN_MS_MAX);
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES_MAX) resolve();
    });
    for (const event of ['end', 'close', 'error']) raw.once(event, () => resolve());
    raw.once('close', () => clearTimeout(timer));
    raw.resume();
  });
  raw.removeAllListeners('data');
  return raw.readableEnded;
}
