/** GET /tlog/tile/*: tiles and entries of the log. @module */
import { tileAt } from '../../../app/transparency/readLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { forEveryone, IMMUTABLE, LOG_PREFIX } from './logBytes.ts';

const schema = { hide: true } as object;

export function logTileRoute(app: App, { ports }: RouteDeps): void {
  app.get(`${LOG_PREFIX}/tile/*`, { config: { ownWindows: 'log' }, schema }, async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    const tile = await tileAt(ports, `tile/${path.replace(/\/$/, '')}`);
    return forEveryone(reply, IMMUTABLE).type('application/octet-stream').send(Buffer.from(tile));
  });
}
