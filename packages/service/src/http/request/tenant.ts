/** Tells whose work a request is and where it came from, for queues that share out what is scarce, and ends it when whoever asked is gone. @module */
import { AppError } from '@assay/core/errors';
import type { FastifyReply } from 'fastify';
import { tenantOf } from '../../app/limits/principal.ts';
import { NO_ORIGIN } from '../../app/ports/runtime/traces.ts';
import type { Ports } from '../../app/ports/ports.ts';
import type { App } from '../httpDeps.ts';
import { whenClosed } from '../reply/whenClosed.ts';

/** Aborted when the connection closes before the answer is written. */
function whileConnected({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenClosed(raw, () => {
    // Nobody reads it; what it left unfinished is undone as when the service is busy, so that a second try begins anew.
    if (!raw.writableFinished) gone.abort(new AppError('SERVICE_UNAVAILABLE', 'Whoever asked is gone.'));
  });
  return gone.signal;
}

/** Must be registered before hooks and handlers that start work; the caller is known by then. */
export function registerTenant(
  app: App,
  ports: Pick<Ports, 'currentTenant' | 'currentWork' | 'addressRules' | 'traces'>,
): void {
  // Who looks credentials up is not known yet, but from where.
  app.addHook('onRequest', (request, _reply, done) => {
    ports.currentTenant.run({ name: '', network: ports.addressRules.networkOf(request.ip) }, done);
  });
  // Not an async hook: what comes after it would not run inside.
  app.addHook('preHandler', (request, reply, done) => {
    const name = tenantOf(ports, request.caller, request.ip);
    const tenant = { name, network: ports.addressRules.networkOf(request.ip) };
    ports.traces.within(request.origin ?? NO_ORIGIN, () =>
      ports.currentTenant.run(tenant, () => ports.currentWork.run(whileConnected(reply), done)),
    );
  });
}
