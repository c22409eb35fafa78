/** Follows a request through the service: its id and, where the caller or we trace, its span (W3C Trace Context). @module */
import type { FastifyRequest } from 'fastify';
import type { BegunSpan, Origin } from '../../app/ports/runtime/traces.ts';
import type { Ports } from '../../app/ports/ports.ts';
import type { App } from '../httpDeps.ts';
import { whenClosed } from '../reply/whenClosed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of everything that is done for it; null before it has come in. */
    origin: Origin | null;
  }
}

/** Version 00 alone; ids of zeros are none (W3C Trace Context, 3.2.2). */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const traceparentOf = ({ headers }: FastifyRequest): string | null => {
  const sent = headers.traceparent;
  return typeof sent === 'string' && TRACEPARENT.test(sent) ? sent : null;
};

/** Must be registered before what answers or logs requests. */
export function registerOrigin(app: App, { traces }: Pick<Ports, 'traces'>): void {
  const spans = new WeakMap<FastifyRequest, BegunSpan>();
  app.decorateRequest('origin', null);
  app.addHook('onRequest', async (request, reply) => {
    const sent = { requestId: request.id, traceparent: traceparentOf(request) };
    const span = traces.begin(request.method, 'server', sent);
    spans.set(request, span);
    request.origin = span.origin;
    // Of a caller who leaves before his answer. The close that follows an answer comes before `onResponse`, which knows more.
    whenClosed(reply.raw, () => {
      if (!reply.raw.writableFinished) span.end({ isFault: false, facts: { 'assay.left': true } });
    });
  });
  // The route's pattern and no address, as in the log.
  app.addHook('onResponse', async (request, { statusCode }) => {
    const route = request.routeOptions.url ?? 'none';
    spans.get(request)?.end({
      isFault: statusCode >= 500,
      name: `${request.method} ${route}`,
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': statusCode,
      },
    });
  });
}
