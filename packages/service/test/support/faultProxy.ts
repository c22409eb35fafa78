/** A way between two processes that can be made bad: everything that comes to its port goes on to another one, until it is told otherwise. @module */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Target {
  readonly host: string;
  readonly port: number;
}

export interface FaultProxy {
  readonly port: number;
  /** Ends all connections, and every new one at once: somebody answers that nobody is there. */
  cut(): void;
  /** Nothing goes through and nobody is told, as when packets are lost. */
  freeze(): void;
  /** Everything comes so much later, ms, both ways. */
  slow(ms: number): void;
  /** New connections go there; those that were open end. */
  aim(target: Target): void;
  mend(): void;
  close(): Promise<void>;
}

type State = { readonly kind: 'well' | 'cut' | 'frozen' } | { readonly kind: 'slow'; readonly ms: number };

export async function startFaultProxy(first: Target): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let target = first;
  let state: State = { kind: 'well' };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const carry = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (state.kind === 'frozen') return;
      if (state.kind === 'slow') setTimeout(() => to.write(chunk), state.ms);
      else to.write(chunk);
    });
    from.once('end', () => to.end());
    from.once('close', () => to.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (state.kind === 'cut') return void near.destroy();
    if (state.kind === 'frozen') return void near.resume();
    const far = connect(target);
    keep(far);
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = { kind: 'cut' };
      end();
    },
    freeze() {
      state = { kind: 'frozen' };
    },
    slow(ms) {
      state = { kind: 'slow', ms };
    },
    aim(next) {
      target = next;
      end();
    },
    mend() {
      // What was lost meanwhile never comes: a line that comes back has forgotten its connections.
      if (state.kind === 'frozen') end();
      state = { kind: 'well' };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        end();
      }),
  };
}
