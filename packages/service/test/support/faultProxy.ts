/** A way between two processes that can be cut: everything that comes to its port goes on to another one, until it is told otherwise. @module */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface FaultProxy {
  readonly port: number;
  /** Ends all connections, and every new one at once. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startFaultProxy(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return void near.destroy();
    const far = connect(target);
    keep(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      end();
    },
    mend() {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        end();
      }),
  };
}
