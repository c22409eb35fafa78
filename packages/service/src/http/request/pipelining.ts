/**
 * Requests of one connection are worked on one after the other. A client may send many without waiting (RFC 9112, 9.3.2), and
 * one that never reads would otherwise have all of them answered at once, into memory.
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { whenClosed } from '../reply/whenClosed.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** No client of today sends so many without an answer; the connection of one that does is closed. */
export const PIPELINED_MAX = 16;

/**
 * The same handler for a request when the answers to all earlier ones of its connection have left, and never when it ends before.
 * What waits is what Node has read, and nothing of ours.
 */
export function oneAfterTheOther(handle: Handler): Handler {
  /** Of connections with a request at work: those that wait for it. */
  const lines = new WeakMap<IncomingMessage['socket'], (() => void)[]>();

  return (request, response) => {
    const { socket } = request;
    const begin = (): void => {
      whenClosed(response, () => {
        const next = socket.destroyed ? undefined : lines.get(socket)?.shift();
        if (next) next();
        else lines.delete(socket);
      });
      handle(request, response);
    };
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      begin();
    } else if (line.length < PIPELINED_MAX) line.push(begin);
    else socket.destroy();
  };
}
