/** Answers that no cache may keep: they hold sessions, tokens and keys. @module */
import type { App } from '../httpDeps.ts';

const PREFIXES = ['/v1/auth/', '/v1/api-keys'];

export function registerNoStore(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    // An address may be spelled in many ways, its route is one.
    const route = request.routeOptions.url ?? request.url;
    if (PREFIXES.some((prefix) => route.startsWith(prefix))) reply.header('cache-control', 'no-store');
  });
}
