/**
 * Fair queueing of requests by the network that sends them (J. Nagle, On packet switches with infinite storage, RFC 970, 1985): in
 * each turn of the event loop one request of each network begins. However many one of them sends at once, and whatever each of its
 * requests costs, a request of somebody else waits for one of them and not for all.
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The same handler, for a request whose turn has come; for one whose connection is gone by then it is not called.
 * @param networkOf by which addresses are counted together
 */
export function fairTurns(handle: Handler, networkOf: (address: string) => string): Handler {
  /** What waits, of networks of which a request began in this turn. */
  const lines = new Map<string, (() => void)[]>();

  const nextOf = (name: string): void => {
    const begin = lines.get(name)?.shift();
    if (!begin) return void lines.delete(name);
    setImmediate(nextOf, name);
    begin();
  };

  return (request, response) => {
    const name = networkOf(request.socket.remoteAddress ?? '');
    const line = lines.get(name);
    if (line)
      return void line.push(() => {
        if (!request.socket.destroyed) handle(request, response);
      });
    lines.set(name, []);
    setImmediate(nextOf, name);
    handle(request, response);
  };
}
