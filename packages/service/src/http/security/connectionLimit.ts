/**
 * How many connections an address may have open. Each costs a socket, and one whose answers nobody reads costs the memory of
 * them, long before any request could be counted.
 * @module
 */
import type { Server } from 'node:net';

/** @param max 0 for no limit @param networkOf by which addresses are counted together */
export function limitConnections(
  server: Pick<Server, 'on'>,
  max: number,
  networkOf: (address: string) => string,
): void {
  if (max === 0) return;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    // Gone again before it was accepted.
    if (socket.remoteAddress === undefined) return;
    const network = networkOf(socket.remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= max) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
