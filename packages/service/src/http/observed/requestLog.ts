/** One line for each request, without anything secret: route pattern and not the address, so no token of a link. @module */
import type { App, HttpSettings } from '../httpDeps.ts';

export function registerRequestLog(app: App, { requestDone }: Pick<HttpSettings, 'requestDone'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null;
    requestDone?.({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.user.id,
        trace: request.origin?.traceparent?.split('-')[1],
      },
      'request',
    );
  });
}
