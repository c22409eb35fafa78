import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ThreadedServer } from '../../../../src/adapters/db/embedded/embeddedServer.ts';

/** A thread that ended while the main thread was busy, which is then told everything in one turn. */
class EndedThread extends EventEmitter {
  postMessage(message: { readonly kind: string }): void {
    if (message.kind !== 'close') return;
    setImmediate(() => {
      this.emit('message', { kind: 'closed' });
      this.emit('exit', 0);
    });
  }
}

test('closing ends when the last word and the exit of the thread come in one turn', async () => {
  const server = new ThreadedServer(new EndedThread());
  await expect(server.close()).resolves.toBeUndefined();
  // What is closed stays closed, and says so.
  await expect(server.close()).resolves.toBeUndefined();
  await expect(server.dump()).rejects.toThrow('its thread has ended');
});
