/** A process that ends: new requests are sent elsewhere, those in progress are answered and their connections closed. @module */
import { AppError } from '@assay/core/errors';
import type { App, HttpSettings } from '../httpDeps.ts';

/** Probes are answered to the end, so that an orchestrator can see what is going on. */
const PROBES = /^\/health(?:[/?]|$)/;

export function registerDraining(app: App, settings: Pick<HttpSettings, 'draining' | 'leaving'>): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (request) => {
    if (settings.draining() && !PROBES.test(request.url))
      throw new AppError('SERVICE_UNAVAILABLE', 'This process is ending. Try again.', { retryAfterS: 5 });
  });
  // A connection that is kept for a next request would hold the process open until the client gives up.
  app.addHook('onSend', async (_request, reply) => {
    if (closing || settings.leaving() || settings.draining()) reply.header('connection', 'close');
  });
}
