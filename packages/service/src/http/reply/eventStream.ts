/** Server-sent events (HTML Living Standard, 9.2): a stream of named JSON, ended by its sender. @module */
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Proxies cut a connection on which nothing happens, mostly after 30 s or a minute. */
const STILL_THERE_EVERY_MS = 10_000;

export interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
}

/**
 * @param begin starts what is told; what it throws is the answer. @returns what ends it, called when the stream has ended or
 * its reader is gone
 */
export async function sendEvents(
  reply: FastifyReply,
  begin: (stream: EventStream) => Promise<() => void>,
): Promise<FastifyReply> {
  const body = new PassThrough();
  // The head of an answer leaves with its first bytes.
  body.write(': watching\n\n');
  let count = 0;
  const stop = await begin({
    // JSON has no line break of its own, so one line holds it.
    send: (event, data) => void body.write(`event: ${event}\nid: ${++count}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void body.end(),
  });
  const stillThere = setInterval(() => body.writable && body.write(': still at work\n\n'), STILL_THERE_EVERY_MS);
  stillThere.unref();
  body.once('close', () => {
    clearInterval(stillThere);
    stop();
  });
  // What holds answers back to send them together would hold back what is live.
  reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  return reply.send(body);
}
